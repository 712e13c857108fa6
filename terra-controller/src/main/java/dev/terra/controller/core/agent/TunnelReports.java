package dev.terra.controller.core.agent;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** The states of tunnels, as agents report them. */
public interface TunnelReports {
  /** Returns why a tunnel is down, if the agent where it begins is live and reports it down. */
  Optional<String> whyDown(Path tunnel);

  /** Returns whether a tunnel has been up since the agent where it begins has joined. */
  boolean wasUp(Path tunnel);

  /** Returns whether a site's agent is live and has had time to open its tunnels and to accept others. */
  boolean isSettled(SiteId site, long nowNanos);
}
