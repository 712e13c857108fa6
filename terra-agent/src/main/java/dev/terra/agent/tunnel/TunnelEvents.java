package dev.terra.agent.tunnel;

import dev.terra.agent.wire.Frame;
import dev.terra.core.wan.Path;

/** What happens to the tunnels that begin or end here. Called on the agent's own thread only. */
public interface TunnelEvents {
  /** A tunnel is up: the far end has answered, or an opener was answered. */
  void up(Tunnel tunnel);

  /** A tunnel that was up is gone. What was sent on it and not acknowledged may be lost. */
  void down(Tunnel tunnel, String reason);

  /** Nothing has been heard of an open tunnel for too long. What was sent on it and not acknowledged may be lost, or late. */
  void suspect(Tunnel tunnel);

  /** Something was heard of a tunnel that was suspect. */
  void trusted(Tunnel tunnel);

  /** An attempt to open a tunnel failed; another will follow. */
  void unavailable(Path path, String reason);

  /** There is room again in the buffers of a tunnel that was opened here. */
  void writable(Tunnel tunnel);

  /** Bytes of a segment. */
  void data(Tunnel tunnel, Frame frame, boolean intact);

  /** Any other frame but the tunnel's own (hello, welcome, probes). */
  void control(Tunnel tunnel, Frame frame);
}
