package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** The rules by which a hello is accepted. Pure. */
final class Handshake {
  /**
   * The newest version of the messages between agents that this agent supports. Version 5: an agent's messages go by a tunnel at whose
   * other end their receiver is, where there is one. Version 6: neighbours have a line, and other sites relay pipes that they cannot read.
   */
  static final int NEWEST_VERSION = 6;
  /** The oldest version that this agent supports. Older peers are refused with a reason, and their fetches take the stock path. */
  static final int OLDEST_VERSION = 5;
  /** The first version that has lines and pipes. */
  static final int PIPES = 6;

  private Handshake() {}

  /** Returns the path in a hello that a site received. The site has to be the path's last one. */
  static Path check(SiteId self, TunnelHello hello) {
    if (newestOf(hello) < OLDEST_VERSION || hello.getProtocolVersion() > NEWEST_VERSION) {
      throw new IllegalArgumentException("this agent speaks tunnel protocol versions " + OLDEST_VERSION + " to " + NEWEST_VERSION
          + ", the tunnel's opener " + hello.getProtocolVersion() + " to " + newestOf(hello));
    }
    if (hello.getPathCount() > PipeOrder.MAX_PATH_SITES) {
      throw new IllegalArgumentException(
          "expected at most " + PipeOrder.MAX_PATH_SITES + " sites on a path, got " + hello.getPathCount());
    }
    Path path = WanPaths.ofNames(hello.getPathList());
    if (newestOf(hello) < PIPES && !hello.getEndToEnd() && path.sites().size() > 2) {
      throw new IllegalArgumentException(self + " relays only pipes, which version " + newestOf(hello)
          + " of the tunnel protocol does not have: " + path + " is available again when the agents of all its sites are upgraded");
    }
    if (hello.getHop() != path.sites().size() - 1 || !path.to().equals(self)) {
      throw new IllegalArgumentException("expected " + self + " at hop " + hello.getHop() + ", the last one, of " + path);
    }
    return path;
  }

  private static int newestOf(TunnelHello hello) {
    return Math.max(hello.getProtocolVersion(), hello.getNewestVersion());
  }

  /** Returns the version that two agents use after an accepted hello. */
  static int version(TunnelHello hello) {
    return Math.min(NEWEST_VERSION, newestOf(hello));
  }
}
