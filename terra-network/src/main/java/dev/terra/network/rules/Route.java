package dev.terra.network.rules;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.ArrayList;
import java.util.List;

/**
 * A tunnel's path with the label that its packets carry. Packets from the far end back to the opener carry the same label and visit the
 * same sites in reverse order.
 *
 * @param path the path from the opener to the far end
 * @param label the label, 0 to {@link TunnelPorts#LABELS} - 1; no two paths between the same two sites have the same label, except a
 *     path and its reverse
 */
public record Route(Path path, int label) {
  /** Checks the label. */
  public Route {
    if (label < 0 || label >= TunnelPorts.LABELS) {
      throw new IllegalArgumentException("expected a label from 0 to " + (TunnelPorts.LABELS - 1) + ", got " + label);
    }
  }

  /** Returns a packet from the opener to the far end. */
  TunnelPacket forward() {
    return new TunnelPacket(path.from(), path.to(), label, Role.TO_LISTENER);
  }

  /** Returns a packet from the far end to the opener. */
  TunnelPacket backward() {
    return new TunnelPacket(path.to(), path.from(), label, Role.TO_OPENER);
  }

  /** Returns the path that packets to the opener take. */
  static Path reversed(Path path) {
    List<SiteId> sites = new ArrayList<>(path.sites());
    Collections.reverse(sites);
    return Path.of(sites);
  }
}
