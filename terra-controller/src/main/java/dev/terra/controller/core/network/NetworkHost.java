package dev.terra.controller.core.network;

import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.LinkId;
import java.util.Map;

/** What a network driver reports to its controller. All methods may be called on any thread. */
public interface NetworkHost {
  /** Reports that tunnels connect to other addresses than before, which agents need. */
  void tunnelsMoved();

  /** Reports that, according to the network itself, a link is up or down. */
  void linkReported(LinkId link, boolean up, String source);

  /** Reports how many bytes the ports to each link have sent since the ports came up. */
  void portCounters(Map<LinkId, Long> sentBytes);

  /** Reports something that people should know. */
  void event(EventKind kind, String target, String detail);
}
