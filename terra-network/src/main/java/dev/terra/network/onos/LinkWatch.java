package dev.terra.network.onos;

import dev.terra.core.wan.LinkId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What ONOS says of a WAN's links. One that it has shown and shows no more is down; of one that it has never shown it says nothing, since
 * not every network lets it look for links. Not thread-safe.
 */
public final class LinkWatch {
  private final Set<LinkId> shown = new HashSet<>();
  private final Map<LinkId, Boolean> up = new HashMap<>();

  /** The links whose state is another one than before, with the new one. */
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
