package dev.terra.controller.core.agent;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** What agents say of their tunnels. */
public interface TunnelReports {
  /** Why a tunnel is down, if the agent where it begins is there and says so. */
  Optional<String> whyDown(Path tunnel);

  /** Whether a tunnel has been up since the agent where it begins has joined. */
  boolean wasUp(Path tunnel);

  /** Whether a site's agent is there and has had time to open its tunnels and to accept others. */
  boolean isSettled(SiteId site, long nowNanos);
}
