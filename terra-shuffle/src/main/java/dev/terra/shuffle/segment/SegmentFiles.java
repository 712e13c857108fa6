package dev.terra.shuffle.segment;

import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.OutputRegistry.Output;
import dev.terra.shuffle.output.MapOutputFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Optional;

/** Opens segments. Thread-safe; blocks on the disk. */
public final class SegmentFiles {
  private final OutputRegistry registry;
  private final MapOutputFiles files;

  /** Finds them by the registry, or else by their index. */
  public SegmentFiles(OutputRegistry registry, MapOutputFiles files) {
    this.registry = registry;
    this.files = files;
  }

  /** A segment in an open file; whoever gets it closes it. */
  record OpenSegment(RandomAccessFile file, long offset, long length) {}

  /** Opens a segment; an exception says why there is none. */
  OpenSegment open(SegmentQuery query) throws IOException {
    MapOutputIndex index = index(query);
    if (query.reduce() >= index.partitions()) {
      throw new FileNotFoundException(query.map() + " has " + index.partitions() + " reducers, none with number " + query.reduce());
    }
    RandomAccessFile file = files.data(query.job(), query.map());
    long offset = index.offset(query.reduce());
    long length = index.partLength(query.reduce());
    if (offset > file.length() - length) {
      file.close();
      throw new IOException(query.map() + " is shorter than its index says");
    }
    return new OpenSegment(file, offset, length);
  }

  private MapOutputIndex index(SegmentQuery query) throws IOException {
    Optional<Output> known = registry.find(query.map().output());
    return known.isPresent() ? known.get().index() : files.index(query.job(), query.map());
  }
}
