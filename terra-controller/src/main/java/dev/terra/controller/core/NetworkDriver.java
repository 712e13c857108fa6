package dev.terra.controller.core;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.Map;
import java.util.Optional;

/** How tunnels follow their paths through the network, and what tunnels tell of its links. */
public interface NetworkDriver {
  /** What the connections of a tunnel connect to; empty: the path's next site, as its opener's configuration says. */
  Optional<TransportEndpoint> connectTo(Path tunnel);

  /** The links that are down as far as tunnels tell, with the reason. */
  Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos);
}
