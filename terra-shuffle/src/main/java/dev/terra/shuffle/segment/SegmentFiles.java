package dev.terra.shuffle.segment;

import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.OutputRegistry.Output;
import dev.terra.node.segment.OpenSegment;
import dev.terra.node.segment.SegmentLookup;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.output.MapOutputFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens segments of map outputs. It is thread-safe, and blocks on the disk. */
public final class SegmentFiles implements SegmentLookup {
  private final JobDirectory jobs;
  private final OutputRegistry registry;
  private final MapOutputFiles files;

  /** Makes an instance that finds segments by the registry, or otherwise by their index. */
  public SegmentFiles(JobDirectory jobs, OutputRegistry registry, MapOutputFiles files) {
    this.jobs = jobs;
    this.registry = registry;
    this.files = files;
  }

  @Override
  public Optional<OpenSegment> open(Map<String, List<String>> query) throws IOException {
    Optional<SegmentQuery> parsed = SegmentQuery.parse(query, jobs);
    return parsed.isPresent() ? Optional.of(open(parsed.get())) : Optional.empty();
  }

  private OpenSegment open(SegmentQuery query) throws IOException {
    MapOutputIndex index = index(query);
    if (query.reduce() >= index.partitions()) {
      throw new FileNotFoundException(query.map() + " has " + index.partitions() + " reducers, none with number " + query.reduce());
    }
    FileChannel file = files.data(query.job(), query.map());
    long offset = index.offset(query.reduce());
    long length = index.partLength(query.reduce());
    if (offset > file.size() - length) {
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
