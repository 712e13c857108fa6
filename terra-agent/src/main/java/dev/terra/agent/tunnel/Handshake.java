package dev.terra.agent.tunnel;

import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** The rules by which a hello is accepted. Pure. */
final class Handshake {
  /** Of the messages between agents. A peer of another version is refused with a reason. */
  static final int PROTOCOL_VERSION = 1;

  private Handshake() {}

  /**
   * The path of a hello that a site received.
   *
   * @throws IllegalArgumentException with the reason for the refusal
   */
  static Path check(SiteId self, TunnelHello hello) {
    if (hello.getProtocolVersion() != PROTOCOL_VERSION) {
      throw new IllegalArgumentException("expected tunnel protocol version " + PROTOCOL_VERSION + ", got "
          + hello.getProtocolVersion());
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

  /** The site after this one on the path; none at its end. */
  static Optional<SiteId> next(Path path, int hop) {
    return hop + 1 < path.sites().size() ? Optional.of(path.sites().get(hop + 1)) : Optional.empty();
  }
}
