package dev.terra.network.onos;

import dev.terra.core.wan.LinkId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Derives the states of a WAN's links from the links that ONOS shows. A link that ONOS has shown and does not show any more is down. The
 * state of a link that it has never shown is not known, since not every network allows ONOS to discover links. It is not thread-safe.
 */
public final class LinkWatch {
  private final Set<LinkId> shown = new HashSet<>();
  private final Map<LinkId, Boolean> up = new HashMap<>();

  /** Takes the links that ONOS shows, and returns the links whose state has changed, with their new states: true if the link is up. */
  public Map<LinkId, Boolean> see(Collection<OnosLink> links, Switches switches) {
    Set<LinkId> active = new HashSet<>();
    links.stream().filter(OnosLink::active)
        .forEach(link -> switches.link(link.fromDevice(), link.fromPort()).ifPresent(active::add));
    shown.addAll(active);
    Map<LinkId, Boolean> changed = new TreeMap<>();
    for (LinkId link : shown) {
      boolean now = active.contains(link);
      if (now != up.getOrDefault(link, true)) {
        changed.put(link, now);
      }
      up.put(link, now);
    }
    return changed;
  }
}
