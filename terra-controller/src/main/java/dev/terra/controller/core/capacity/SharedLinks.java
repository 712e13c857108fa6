package dev.terra.controller.core.capacity;

import dev.terra.core.capacity.LinkObservation;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.LinkId;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What the agents of a site see of its links: each tells of what it carries itself, and a link's capacity is taken by all of them. */
final class SharedLinks {
  /** What agents tell within this time belongs together: two of their intervals. One that sends nothing tells nothing. */
  static final long SAME_MOMENT_NANOS = 1_300_000_000;

  private final Map<LinkId, NavigableMap<SliceId, Seen>> links = new TreeMap<>();

  private record Seen(LinkObservation link, long nanos) {}

  /**
   * An agent tells of a link.
   *
   * @return what all have seen; only when the first of those speaks that send anything, so that no time counts twice
   */
  Optional<LinkObservation> together(LinkId link, SliceId from, LinkObservation seen, long nowNanos) {
    NavigableMap<SliceId, Seen> parts = links.computeIfAbsent(link, first -> new TreeMap<>());
    parts.put(from, new Seen(seen, nowNanos));
    parts.values().removeIf(part -> nowNanos - part.nanos > SAME_MOMENT_NANOS);
    return parts.firstKey().equals(from)
        ? Optional.of(LinkObservation.together(parts.values().stream().map(Seen::link).toList())) : Optional.empty();
  }
}
