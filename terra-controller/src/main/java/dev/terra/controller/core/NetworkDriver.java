package dev.terra.controller.core;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** How tunnels follow their paths through the network, and what tunnels tell of its links. */
public interface NetworkDriver extends AutoCloseable {
  /** What the connections of a tunnel connect to; empty: the path's next site, as its opener's configuration says. */
  Optional<TransportEndpoint> connectTo(Path tunnel);

  /** The links that are down as far as tunnels tell, with the reason. */
  Map<LinkId, String> linksDown(Wan wan, TunnelReports reports, long nowNanos);

  /** The controller runs: what the driver finds out from now on goes to {@code host}. Called once. */
  void begin(NetworkHost host);

  /** The tunnels that are planned from now on. */
  void plan(Collection<Path> tunnels);

  /** What it does at present. From any thread. */
  NetworkFigures figures();

  /** Ends; what it has set up in the network stays. */
  @Override
  void close();
}
