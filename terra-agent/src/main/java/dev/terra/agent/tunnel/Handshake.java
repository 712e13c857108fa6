package dev.terra.agent.tunnel;

import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** The rules by which a hello is accepted. Pure. */
final class Handshake {
  /**
   * The newest version of the messages between agents that is spoken here. 4: requests carry their readers' proofs. 5: what an agent says
   * goes by a tunnel at whose other end it is itself, where there is one.
   */
  static final int NEWEST_VERSION = 5;
  /** The oldest one. Older peers are refused with a reason, and their fetches take the stock path. */
  static final int OLDEST_VERSION = 4;

  private Handshake() {}

  /**
   * The path of a hello that a site received.
   *
   * @throws IllegalArgumentException with the reason for the refusal
   */
  static Path check(SiteId self, TunnelHello hello) {
    if (newestOf(hello) < OLDEST_VERSION || hello.getProtocolVersion() > NEWEST_VERSION) {
      throw new IllegalArgumentException("this agent speaks tunnel protocol versions " + OLDEST_VERSION + " to " + NEWEST_VERSION
          + ", the tunnel's opener " + hello.getProtocolVersion() + " to " + newestOf(hello));
    }
    if (hello.getPathCount() > Hops.MAX_PATH_SITES) {
      throw new IllegalArgumentException(
          "expected at most " + Hops.MAX_PATH_SITES + " sites on a path, got " + hello.getPathCount());
    }
    Path path = Path.of(hello.getPathList().stream().map(SiteId::new).toList());
    int hop = hello.getHop();
    if (hop < 1 || hop >= path.sites().size() || !path.sites().get(hop).equals(self)) {
      throw new IllegalArgumentException("expected " + self + " at hop " + hop + " of " + path);
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

  /** The site after this one on the path; none at its end. */
  static Optional<SiteId> next(Path path, int hop) {
    return hop + 1 < path.sites().size() ? Optional.of(path.sites().get(hop + 1)) : Optional.empty();
  }
}
