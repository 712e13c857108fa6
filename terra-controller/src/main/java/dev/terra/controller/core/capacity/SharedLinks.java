package dev.terra.controller.core.capacity;

import dev.terra.core.capacity.LinkObservation;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.LinkId;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Combines what the agents of a site measure on its links. Each agent reports the traffic that it carries itself, and all of them share a
 * link's capacity.
 */
final class SharedLinks {
  /** Reports within this time are combined. It is two intervals of reports. An agent that sends nothing does not report. */
  static final long SAME_MOMENT_NANOS = 1_300_000_000;

  private final Map<LinkId, NavigableMap<SliceId, Seen>> links = new TreeMap<>();

  private record Seen(LinkObservation link, long nanos) {}

  /**
   * Adds an agent's measurement of a link.
   *
   * @return the combined measurement of all agents; only for the first of the agents that send anything, so that no time counts twice
   */
  Optional<LinkObservation> together(LinkId link, SliceId from, LinkObservation seen, long nowNanos) {
    NavigableMap<SliceId, Seen> parts = links.computeIfAbsent(link, first -> new TreeMap<>());
    parts.put(from, new Seen(seen, nowNanos));
    parts.values().removeIf(part -> nowNanos - part.nanos > SAME_MOMENT_NANOS);
    return parts.firstKey().equals(from)
        ? Optional.of(LinkObservation.together(parts.values().stream().map(Seen::link).toList())) : Optional.empty();
  }
}
