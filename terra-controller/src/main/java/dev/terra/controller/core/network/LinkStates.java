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
 * Which links are down, from several sources: the tunnels, as the network driver reads them, and other sources, such as a router's
 * ports. A link is down as long as any source says so: each sees failures that the others don't, and only itself sees them end.
 */
final class LinkStates {
  /** Who may say that links are down, besides agents: monitors and network controllers. */
  static final int LINK_SOURCES = 100;
  /** The links that each source reports down, and why. */
  private final Map<String, Map<LinkId, String>> downBySource = new LinkedHashMap<>();

  /** All that a source says. */
  void say(String source, Map<LinkId, String> down) {
    if (down.isEmpty()) {
      downBySource.remove(source);
    } else {
      downBySource.put(source, new TreeMap<>(down));
    }
  }

  /**
   * A source's word on one link.
   *
   * @throws IllegalArgumentException if it says that a link is down, and too many others do; who says all is always heard
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
          "more than " + LINK_SOURCES + " sources speak of links, " + source + " is not listened to");
    }
  }

  /** The links that are down. */
  Set<LinkId> down() {
    return downBySource.values().stream().map(Map::keySet).flatMap(Collection::stream).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Why a link is down, by all who say so. */
  String reason(LinkId link) {
    return downBySource.values().stream().filter(down -> down.containsKey(link)).map(down -> down.get(link))
        .collect(Collectors.joining("; "));
  }
}
