package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The windows of all tunnels that can carry bytes, by site and path. It is used on the agent's thread only. */
final class Windows {
  private final Map<SiteId, Map<Path, PathWindows>> bySite = new HashMap<>();
  private final Map<Tunnel, TunnelWindow> byTunnel = new HashMap<>();
  private final UnderWay underWay = new UnderWay();

  void add(Tunnel tunnel) {
    TunnelWindow window = bySite.computeIfAbsent(tunnel.peerSite(), site -> new LinkedHashMap<>())
        .computeIfAbsent(tunnel.path(), path -> new PathWindows(path, underWay)).add(tunnel);
    byTunnel.put(tunnel, window);
  }

  /** Removes a tunnel that is gone, and returns its window with the chunks that were under way on it. */
  Optional<TunnelWindow> remove(Tunnel tunnel) {
    TunnelWindow removed = byTunnel.remove(tunnel);
    if (removed == null) {
      return Optional.empty();
    }
    to(tunnel.peerSite()).computeIfPresent(tunnel.path(), (path, ofPath) -> {
      ofPath.remove(removed);
      return ofPath.all().isEmpty() ? null : ofPath;
    });
    return Optional.of(removed);
  }

  /** Returns the bytes of a bundle that are under way. */
  long underWay(BundleId bundle) {
    return underWay.of(bundle);
  }

  /** Returns whether compressed chunks may be sent to a site on any path. */
  boolean restores(SiteId site) {
    return to(site).values().stream().anyMatch(PathWindows::restores);
  }

  boolean reaches(SiteId site) {
    return !to(site).isEmpty();
  }

  /** Returns the windows to a site by their paths. The map is a live view and must not be kept. */
  Map<Path, PathWindows> to(SiteId site) {
    return bySite.getOrDefault(site, Map.of());
  }

  /**
   * Returns the paths to a site on which new bytes may be sent; on other paths, bytes under way have still to arrive. The set may be a live
   * view and must not be kept.
   */
  Set<Path> planned(SiteId site) {
    Map<Path, PathWindows> all = to(site);
    return all.values().stream().allMatch(PathWindows::isPlanned) ? all.keySet()
        : all.values().stream().filter(PathWindows::isPlanned).map(PathWindows::path).collect(Collectors.toSet());
  }

  /** Returns the sites to which there are or were windows. */
  Set<SiteId> sites() {
    return bySite.keySet();
  }

  void forEach(Consumer<PathWindows> action) {
    for (Map<Path, PathWindows> ofSite : bySite.values()) {
      ofSite.values().forEach(action);
    }
  }

  /** Removes a chunk that has arrived, or will not arrive, from those under way. */
  void remove(InFlight chunk) {
    TunnelWindow window = byTunnel.get(chunk.tunnel());
    if (window != null) {
      window.remove(chunk);
    }
  }

  /** Notes that a segment is to be described again before its next bytes. */
  void forget(OutSegmentId segment) {
    to(segment.bundle().to()).values().forEach(path -> path.all().forEach(window -> window.forget(segment.number())));
  }

  /** Returns the chunks that were sent before a moment and are still under way. */
  Collection<InFlight> sentBefore(long nanos) {
    List<InFlight> late = new ArrayList<>();
    forEach(path -> path.all().forEach(window -> late.addAll(window.sentBefore(nanos))));
    return late;
  }
}
