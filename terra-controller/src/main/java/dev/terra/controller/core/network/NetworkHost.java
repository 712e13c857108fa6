package dev.terra.controller.core.network;

import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.LinkId;
import java.util.Map;

/** What a network driver tells its controller. From any thread. */
public interface NetworkHost {
  /** Tunnels connect to something else than before: agents need the new addresses. */
  void tunnelsMoved();

  /** The network itself says that a link is up or down. */
  void linkReported(LinkId link, boolean up, String source);

  /** How many bytes the ports to each link have sent since they are up. */
  void portCounters(Map<LinkId, Long> sentBytes);

  /** Something happened that people should know. */
  void event(EventKind kind, String target, String detail);
}
