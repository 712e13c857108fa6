package dev.terra.node.fetch;

import dev.terra.api.timing.ProtocolTiming;
import java.time.Duration;

/**
 * How long a source may be silent. Time in which the reader takes nothing does not count.
 *
 * @param connect while its connection is opened, twice over
 * @param head until the lengths are known
 * @param stall between bytes after that
 */
public record Patience(Duration connect, Duration head, Duration stall) {
  /** With an agent of the same site: it owes the lengths whatever the schedule says, and gives up a fetch before it is given up. */
  public static final Patience WITH_AGENT = new Patience(ProtocolTiming.SITE_CONNECT.duration(), ProtocolTiming.RELAY_HEAD.duration(),
      ProtocolTiming.RELAY_STALL.duration());
}
