package dev.terra.shuffle.relay;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.node.fetch.Patience;
import java.time.Duration;

/**
 * How long a relay waits for its sources. Time in which the reducer does not read never counts.
 *
 * @param agent it is in the same site, owes the lengths whatever the schedule says, and gives up a fetch before it is given up
 * @param agentReturn an agent that has ended is waited for so long: where something watches over it, it is started again at once
 * @param direct an origin: one lost SYN and its repetition across the WAN; it opens every map output before it answers
 * @param directAttempts how often the origin is asked
 * @param retryDelay before each but the first of them
 */
public record RelayLimits(Patience agent, Duration agentReturn, Patience direct, int directAttempts, Duration retryDelay) {
  /** For production: all silences of a fetch together are less than the three minutes after which its reader gives up. */
  public static final RelayLimits DEFAULT = new RelayLimits(Patience.WITH_AGENT, ProtocolTiming.RETURN.duration(),
      new Patience(ProtocolTiming.DIRECT_CONNECT.duration(), ProtocolTiming.DIRECT_SILENCE.duration(),
          ProtocolTiming.DIRECT_SILENCE.duration()), 3, Duration.ofMillis(500));
}
