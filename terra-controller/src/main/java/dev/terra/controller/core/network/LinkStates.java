package dev.terra.controller.core.network;

import dev.terra.core.wan.LinkId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The links that are down, according to several sources: the tunnels, as the network driver interprets them, and others, such as a router's
 * ports. A link is down as long as any source reports it down. Each source detects failures that the others do not, and only the same
 * source detects their end.
 */
final class LinkStates {
  /**
   * The most sources that may report links down at the same time, such as monitors and network controllers. The tunnels are one of them.
   */
  static final int LINK_SOURCES = 100;
  /** The links that each source reports down, with the reason. */
  private final Map<String, Map<LinkId, String>> downBySource = new LinkedHashMap<>();

  /** Replaces all links that a source reports down. */
  void say(String source, Map<LinkId, String> down) {
    if (down.isEmpty()) {
      downBySource.remove(source);
    } else {
      downBySource.put(source, new TreeMap<>(down));
    }
  }

  /**
   * Applies a source's report about one link.
   *
   * @throws IllegalArgumentException if the report is that a link is down, and too many other sources report links down; a source that
   *     reports all its links at once is never refused
   */
  void say(String source, LinkId link, boolean up) {
    Map<LinkId, String> down = new TreeMap<>(downBySource.getOrDefault(source, Map.of()));
    if (up) {
      down.remove(link);
    } else {
      room(source);
      down.put(link, source + " says so");
    }
    say(source, down);
  }

  private void room(String source) {
    if (!downBySource.containsKey(source) && downBySource.size() >= LINK_SOURCES) {
      throw new IllegalArgumentException(
          "more than " + LINK_SOURCES + " sources report links; reports of " + source + " are ignored");
    }
  }

  /** The links that are down. */
  Set<LinkId> down() {
    return downBySource.values().stream().map(Map::keySet).flatMap(Collection::stream).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns why a link is down, according to all sources that report it down. */
  String reason(LinkId link) {
    return downBySource.values().stream().filter(down -> down.containsKey(link)).map(down -> down.get(link))
        .collect(Collectors.joining("; "));
  }
}
