package dev.terra.node.fetch;

import dev.terra.api.timing.ProtocolTiming;
import java.time.Duration;

/**
 * How long a source may be silent. Time in which the reader takes nothing does not count.
 *
 * @param connect the timeout of the connection attempt; a connection that is not open after twice this time is given up
 * @param head the limit until the lengths are known
 * @param stall the limit between bytes after that
 */
public record Patience(Duration connect, Duration head, Duration stall) {
  /**
   * The patience with an agent of the same site. The agent has to send the lengths whatever the schedule is, and gives up a fetch before
   * this node gives the agent up.
   */
  public static final Patience WITH_AGENT = new Patience(ProtocolTiming.SITE_CONNECT.duration(), ProtocolTiming.RELAY_HEAD.duration(),
      ProtocolTiming.RELAY_STALL.duration());
}
