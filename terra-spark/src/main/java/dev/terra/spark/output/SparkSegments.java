package dev.terra.spark.output;

import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.segment.OpenSegment;
import dev.terra.node.segment.SegmentLookup;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Opens parts of known shuffle files: {@code job} is the shuffle, {@code map} the output's name, {@code reduce} and {@code count} its
 * partitions. Where the cluster is secure, a file must belong to the application's user.
 */
public final class SparkSegments implements SegmentLookup {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

  private final OutputRegistry registry;
  private final FilePlaces places;

  /** Makes an instance that finds files by these tables. */
  public SparkSegments(OutputRegistry registry, FilePlaces places) {
    this.registry = registry;
    this.places = places;
  }

  @Override
  public Optional<OpenSegment> open(Map<String, List<String>> query) throws IOException {
    String shuffle = SegmentLookup.value(query, "job");
    int slash = shuffle.indexOf('/');
    Optional<SparkOutput> file = slash < 0 ? Optional.empty()
        : SparkOutput.ofName(shuffle.substring(0, slash), SegmentLookup.value(query, "map"))
            .filter(named -> SparkOutput.shuffleId(named.application(), named.shuffle()).equals(shuffle));
    Optional<Path> data = file.flatMap(places::find);
    Optional<OutputRegistry.Output> output = file.flatMap(known -> registry.find(known.output()));
    if (data.isEmpty() || output.isEmpty()) {
      return Optional.empty();
    }
    MapOutputIndex index = output.get().index();
    String range = SegmentLookup.value(query, "count") + " from " + SegmentLookup.value(query, "reduce");
    int first = number(query, "reduce").orElse(index.partitions());
    int count = query.containsKey("count") ? number(query, "count").orElse(0) : 1;
    if (count < 1 || count > index.partitions() - first) {
      throw new FileNotFoundException(data.get() + " has " + index.partitions() + " partitions, not " + range);
    }
    FileChannel opened = places.files().open(data.get(), output.get().job().user());
    return Optional.of(segment(opened, data.get(), index.offset(first), index.end(first + count - 1)));
  }

  private static OpenSegment segment(FileChannel file, Path data, long start, long end) throws IOException {
    if (end > file.size()) {
      file.close();
      throw new IOException(data + " is shorter than its index says");
    }
    return new OpenSegment(file, start, end - start);
  }

  private static OptionalInt number(Map<String, List<String>> query, String name) {
    String text = SegmentLookup.value(query, name);
    return DIGITS.matcher(text).matches() ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }
}
