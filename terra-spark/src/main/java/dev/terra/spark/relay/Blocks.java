package dev.terra.spark.relay;

import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PartitionRange;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.spark.output.SparkOutput;
import dev.terra.spark.pull.BlockRange;
import dev.terra.spark.pull.ExecutorNumber;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Some blocks of one shuffle that one executor has written, or has taken over from an executor that was about to end.
 *
 * @param ranges one or more
 */
record Blocks(String application, int executor, int shuffle, List<BlockRange> ranges) {
  /** The most blocks of a request: more than Spark puts into one request by default, and fewer than a message to an agent can hold. */
  static final int MAX_BLOCKS = 20_000;

  /** Reads block ids; an {@link IllegalArgumentException} has the reason if Terra cannot carry these blocks. */
  static Blocks of(String application, String executor, List<String> ids) {
    if (ids.isEmpty() || ids.size() > MAX_BLOCKS) {
      throw new IllegalArgumentException("expected 1 to " + MAX_BLOCKS + " blocks, got " + ids.size());
    }
    List<BlockRange> ranges = ids.stream().map(id -> BlockRange.parse(id)
        .orElseThrow(() -> new IllegalArgumentException("'" + id + "' is not a shuffle block"))).toList();
    int shuffle = ranges.get(0).shuffle();
    if (ranges.stream().anyMatch(range -> range.shuffle() != shuffle)) {
      throw new IllegalArgumentException("expected blocks of one shuffle");
    }
    int number = ExecutorNumber.of(executor).orElseThrow(() -> new IllegalArgumentException("executor " + executor + " is not a number"));
    return new Blocks(application, number, shuffle, ranges);
  }

  /** Returns the shuffle of the blocks. */
  ShuffleId shuffleId() {
    return new ShuffleId(SparkOutput.shuffleId(application, shuffle));
  }

  /** Returns the request to an agent for these blocks of an origin's service. */
  FetchRequest request(InetAddress origin, String service) {
    FetchRequest.Builder request = FetchRequest.newBuilder().setShuffle(SparkOutput.shuffleId(application, shuffle))
        .setOriginIp(origin.getHostAddress() + "/" + service).setUndecided(true);
    for (BlockRange range : ranges) {
      Optional<SparkOutput> file = SparkOutput.of(application, executor, shuffle, range.map());
      request.addOutputs(file.orElseThrow(() -> new IllegalArgumentException("task " + range.map() + " has too high a number")).producer())
          .addRanges(PartitionRange.newBuilder().setFirst(range.first()).setCount(range.count()));
    }
    return request.build();
  }
}
