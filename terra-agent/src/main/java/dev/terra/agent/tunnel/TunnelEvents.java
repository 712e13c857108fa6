package dev.terra.agent.tunnel;

import dev.terra.agent.wire.Frame;
import dev.terra.core.wan.Path;

/** Handles events of the tunnels that begin or end here. It is called on the agent's own thread only. */
public interface TunnelEvents {
  /** Handles that a tunnel is up: the far end has answered the opener. */
  void up(Tunnel tunnel);

  /** Handles that a tunnel that was up is down. Unacknowledged bytes that were sent on it may be lost. */
  void down(Tunnel tunnel, String reason);

  /** Handles that nothing has arrived on an open tunnel for too long. Unacknowledged bytes that were sent on it may be lost, or late. */
  void suspect(Tunnel tunnel);

  /** Handles that something has arrived on a tunnel that was suspect. */
  void trusted(Tunnel tunnel);

  /** Handles that an attempt to open a tunnel has failed. Another attempt follows. */
  void unavailable(Path path, String reason);

  /** Handles that there is room again in the buffers of a tunnel that was opened here. */
  void writable(Tunnel tunnel);

  /** Handles a frame with bytes of a segment. */
  void data(Tunnel tunnel, Frame frame, boolean intact);

  /** Handles any other frame, except those of the tunnel itself (hello, welcome, probes). */
  void control(Tunnel tunnel, Frame frame);
}
