package dev.terra.controller.core;

import dev.terra.api.v1.TunnelReport;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The agent of one site, as last heard. */
final class AgentState {
  /** One of its tunnels, as last reported. */
  record Tunnel(boolean up, long rttMicros, String reason) {}

  private final SiteId site;
  private final String name;
  private final long session;
  private final long stream;
  private final long joinedNanos;
  private final Map<Path, Tunnel> tunnels = new HashMap<>();
  private final Set<Path> down = new LinkedHashSet<>();
  private int silentTicks;
  private boolean live = true;

  AgentState(SiteId site, String name, long session, long stream, long nowNanos) {
    this.site = site;
    this.name = name;
    this.session = session;
    this.stream = stream;
    this.joinedNanos = nowNanos;
  }

  SiteId site() {
    return site;
  }

  String name() {
    return name;
  }

  long session() {
    return session;
  }

  long stream() {
    return stream;
  }

  boolean live() {
    return live;
  }

  void lost() {
    live = false;
  }

  void heard() {
    silentTicks = 0;
  }

  /** A tick; true if it has been silent for too many. */
  boolean tick() {
    return ++silentTicks > Limits.SILENT_TICKS;
  }

  boolean settledAt(long nowNanos) {
    return nowNanos - joinedNanos >= Limits.JOIN_GRACE_NANOS;
  }

  /** Notes a tunnel's state; true if it went up or down or is new. */
  boolean report(Path path, TunnelReport report) {
    Tunnel before = tunnels.put(path, new Tunnel(report.getUp(), report.getRttMicros(), report.getReason()));
    if (report.getUp()) {
      down.remove(path);
    } else {
      down.add(path);
    }
    return before == null || before.up() != report.getUp();
  }

  /** The tunnel along a path, if it was reported. */
  Optional<Tunnel> tunnel(Path path) {
    return Optional.ofNullable(tunnels.get(path));
  }

  /** Whether this agent says that its tunnel along a path is down. */
  boolean saysDown(Path path) {
    return live && down.contains(path);
  }

  /** The paths along which it says that its tunnel is down. */
  Set<Path> tunnelsDown() {
    return live ? Collections.unmodifiableSet(down) : Set.of();
  }

  int tunnelsUp() {
    return (int) tunnels.values().stream().filter(Tunnel::up).count();
  }
}
