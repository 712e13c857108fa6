package dev.terra.lab.agents;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Two sites and a link, over which one shuffle of many transfers goes: any number of agents has some of them. */
final class PairWan {
  /** Divides by all numbers of agents evenly, and each has several at a time. */
  static final int TRANSFERS = 48;
  private static final LinkId LINK = LinkId.of("A", "B");

  private PairWan() {}

  /** The two, joined by a link of a millisecond. */
  static Wan of(double linkBytesPerSecond) {
    return new Wan("pair", List.of(Site.of("A"), Site.of("B")), Stream.of(LINK, LINK.reversed())
        .map(link -> new Link(link, new Bandwidth(linkBytesPerSecond), Duration.ofMillis(1), OptionalDouble.empty())).toList());
  }

  /** A shuffle from A to B, as {@code ./terra submit} reads it. */
  static String matrix(String id, long bytes, Duration patience) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", id).put("timeoutSeconds", patience.toSeconds());
    ArrayNode transfers = root.putArray("transfers");
    for (int number = 0; number < TRANSFERS; number++) {
      transfers.addObject().put("from", "A").put("to", "B").put("bytes", Math.max(1, bytes / TRANSFERS)).put("seed", number);
    }
    return root.toString();
  }
}
