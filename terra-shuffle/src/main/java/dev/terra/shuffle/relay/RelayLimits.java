package dev.terra.shuffle.relay;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.node.fetch.Patience;
import java.time.Duration;

/**
 * How long a relay waits for its sources. Time in which the reducer does not read never counts.
 *
 * @param agent the limits for an agent: it is in the same site, owes the lengths whatever the schedule is, and ends a fetch before these
 *     limits do
 * @param agentReturn how long to wait for an agent that has ended: where a supervisor watches it, it is started again at once
 * @param direct the limits for an origin: one lost SYN and its repetition across the WAN; an origin opens every map output before it
 *     responds
 * @param directAttempts how often the origin is tried
 * @param retryDelay the pause before each attempt but the first
 */
public record RelayLimits(Patience agent, Duration agentReturn, Patience direct, int directAttempts, Duration retryDelay) {
  /** The limits for production: all silences of a fetch together are less than the three minutes after which its reader gives up. */
  public static final RelayLimits DEFAULT = new RelayLimits(Patience.WITH_AGENT, ProtocolTiming.RETURN.duration(),
      new Patience(ProtocolTiming.DIRECT_CONNECT.duration(), ProtocolTiming.DIRECT_SILENCE.duration(),
          ProtocolTiming.DIRECT_SILENCE.duration()), 3, Duration.ofMillis(500));
}
