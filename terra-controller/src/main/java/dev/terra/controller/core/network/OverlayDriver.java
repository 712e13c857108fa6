package dev.terra.controller.core.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.v1.ProbeReport;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RuleMatch;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The driver of a network in which agents relay tunnels from site to site, over the addresses in their own configuration. */
public final class OverlayDriver implements NetworkDriver {
  @Override
  public Optional<TransportEndpoint> connectTo(Path tunnel) {
    return Optional.empty();
  }

  @Override
  public void begin(NetworkHost host) {
    // agents use addresses of their own configuration
  }

  @Override
  public void plan(Collection<Path> tunnels) {
    // agents relay along the paths themselves
  }

  @Override
  public Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports) {
    return Map.of();
  }

  @Override
  public NetworkFigures figures() {
    return new NetworkFigures("overlay", ImmutableMap.of(), ImmutableMap.of(), "");
  }

  @Override
  public void close() {
    // there is nothing to end
  }
}
