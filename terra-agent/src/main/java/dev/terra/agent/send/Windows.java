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

/** The windows of all tunnels on which can be sent, by site and path. On the agent's thread. */
final class Windows {
  private final Map<SiteId, Map<Path, PathWindows>> bySite = new HashMap<>();
  private final Map<Tunnel, TunnelWindow> byTunnel = new HashMap<>();
  private final UnderWay underWay = new UnderWay();

  void add(Tunnel tunnel) {
    TunnelWindow window = bySite.computeIfAbsent(tunnel.peerSite(), site -> new LinkedHashMap<>())
        .computeIfAbsent(tunnel.path(), path -> new PathWindows(path, underWay)).add(tunnel);
    byTunnel.put(tunnel, window);
  }

  /** A tunnel is gone; returns what was under way on it. */
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

  /** What is under way of a bundle. */
  long underWay(BundleId bundle) {
    return underWay.of(bundle);
  }

  /** Whether compressed chunks may go to a site, on any path. */
  boolean restores(SiteId site) {
    return to(site).values().stream().anyMatch(PathWindows::restores);
  }

  boolean reaches(SiteId site) {
    return !to(site).isEmpty();
  }

  /** The windows to a site by their paths; as they are now, not to be kept. */
  Map<Path, PathWindows> to(SiteId site) {
    return bySite.getOrDefault(site, Map.of());
  }

  /** The paths to a site on which new bytes may go: what is under way on others has still to arrive. As they are now, not to be kept. */
  Set<Path> planned(SiteId site) {
    Map<Path, PathWindows> all = to(site);
    return all.values().stream().allMatch(PathWindows::isPlanned) ? all.keySet()
        : all.values().stream().filter(PathWindows::isPlanned).map(PathWindows::path).collect(Collectors.toSet());
  }

  /** The sites to which there are any, or were. */
  Set<SiteId> sites() {
    return bySite.keySet();
  }

  void forEach(Consumer<PathWindows> action) {
    for (Map<Path, PathWindows> ofSite : bySite.values()) {
      ofSite.values().forEach(action);
    }
  }

  /** A chunk has arrived, or is not to: it is no longer under way. */
  void remove(InFlight chunk) {
    TunnelWindow window = byTunnel.get(chunk.tunnel());
    if (window != null) {
      window.remove(chunk);
    }
  }

  /** A segment's number is to be explained again before its next bytes. */
  void forget(OutSegmentId segment) {
    to(segment.bundle().to()).values().forEach(path -> path.all().forEach(window -> window.forget(segment.number())));
  }

  /** What was sent before a moment and is still under way. */
  Collection<InFlight> sentBefore(long nanos) {
    List<InFlight> late = new ArrayList<>();
    forEach(path -> path.all().forEach(window -> late.addAll(window.sentBefore(nanos))));
    return late;
  }
}
