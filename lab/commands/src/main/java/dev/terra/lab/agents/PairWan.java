package dev.terra.lab.agents;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Two sites and a link, over which one shuffle of many transfers runs. Any number of agents can divide the transfers. */
final class PairWan {
  /**
   * The number of transfers. All numbers of agents that are measured divide it evenly, and each agent has several
   * transfers at a time.
   */
  static final int TRANSFERS = 48;
  private static final int PARTITIONS = 64;
  private static final int MAPS = 8;
  static final LinkId LINK = LinkId.of("A", "B");

  private PairWan() {}

  /** Returns the two sites, joined by a link with a latency of one millisecond. */
  static Wan of(double linkBytesPerSecond) {
    return new Wan("pair", List.of(Site.of("A"), Site.of("B")), Stream.of(LINK, LINK.reversed())
        .map(link -> new Link(link, new Bandwidth(linkBytesPerSecond), Duration.ofMillis(1), OptionalDouble.empty())).toList());
  }

  /** Returns transfers of equal sizes. */
  static List<Long> equal(long bytes, int transfers) {
    return Collections.nCopies(transfers, Math.max(1, bytes / transfers));
  }

  /**
   * Returns partitions whose sizes follow Zipf's law, each made by several maps. The transfers of one map follow those
   * of the map before, so that a hash by number puts all transfers of a partition in one place, as it does for real
   * jobs.
   */
  static List<Long> zipf(long bytes, double exponent) {
    double sum = IntStream.rangeClosed(1, PARTITIONS).mapToDouble(rank -> Math.pow(rank, -exponent)).sum();
    return IntStream.range(0, MAPS * PARTITIONS)
        .mapToObj(number -> Math.max(1, (long) ((double) bytes / MAPS * Math.pow(number % PARTITIONS + 1.0, -exponent) / sum))).toList();
  }

  /** Returns a shuffle from A to B of transfers of these sizes, in the format that {@code ./terra submit} reads. */
  static String matrix(String id, List<Long> sizes, Duration patience) {
    ObjectNode root = root(id, patience);
    ArrayNode transfers = root.putArray("transfers");
    for (int number = 0; number < sizes.size(); number++) {
      transfer(transfers, Math.max(1, sizes.get(number))).put("seed", number);
    }
    return root.toString();
  }

  /** Returns a shuffle from A to B of transfers of these sizes, each of which is the first bytes of a file. */
  static String matrix(String id, Path file, List<Long> sizes, Duration patience) {
    ObjectNode root = root(id, patience);
    ArrayNode transfers = root.putArray("transfers");
    sizes.forEach(bytes -> transfer(transfers, bytes).put("file", file.toString()));
    return root.toString();
  }

  private static ObjectNode root(String id, Duration patience) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("timeoutSeconds", patience.toSeconds());
  }

  private static ObjectNode transfer(ArrayNode transfers, long bytes) {
    return transfers.addObject().put("from", LINK.from().name()).put("to", LINK.to().name()).put("bytes", bytes);
  }
}
