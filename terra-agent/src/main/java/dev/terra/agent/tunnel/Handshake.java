package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** The rules by which a hello is accepted. Pure. */
final class Handshake {
  /**
   * The newest version of the messages between agents that is spoken here. 5: what an agent says goes by a tunnel at whose other end it is
   * itself, where there is one. 6: neighbours have a line, and other sites pass on pipes that they cannot read.
   */
  static final int NEWEST_VERSION = 6;
  /** The oldest one. Older peers are refused with a reason, and their fetches take the stock path. */
  static final int OLDEST_VERSION = 5;
  /** From this version on there are lines and pipes. */
  static final int PIPES = 6;

  private Handshake() {}

  /**
   * The path of a hello that a site received, which has to be the path's last one.
   *
   * @throws IllegalArgumentException with the reason for the refusal
   */
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
      throw new IllegalArgumentException(self + " passes on nothing but pipes, which version " + newestOf(hello)
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

  /** The version that two agents speak after a hello that was accepted. */
  static int version(TunnelHello hello) {
    return Math.min(NEWEST_VERSION, newestOf(hello));
  }
}
