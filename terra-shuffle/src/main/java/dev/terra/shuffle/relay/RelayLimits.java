package dev.terra.shuffle.relay;

import dev.terra.api.timing.ProtocolTiming;
import java.time.Duration;

/**
 * How long a relay waits, and for whom. Time in which the reducer does not read never counts.
 *
 * @param agentConnect the agent is in the same site
 * @param agentHead an agent owes the lengths within this, whatever the schedule says
 * @param agentStall without a byte for so long, an agent is given up; it gives up a fetch before that
 * @param agentReturn an agent that has ended is waited for so long: where something watches over it, it is started again at once
 * @param directConnect one lost SYN and its repetition across the WAN
 * @param directHead an origin opens every map output before it answers
 * @param directStall without a byte for so long, an origin is asked again
 * @param directAttempts how often the origin is asked
 * @param retryDelay before each but the first of them
 */
public record RelayLimits(Duration agentConnect, Duration agentHead, Duration agentStall, Duration agentReturn,
    Duration directConnect, Duration directHead, Duration directStall, int directAttempts, Duration retryDelay) {
  /** For production: all silences of a fetch together are less than the three minutes after which its reader gives up. */
  public static final RelayLimits DEFAULT = new RelayLimits(ProtocolTiming.SITE_CONNECT.duration(), ProtocolTiming.RELAY_HEAD.duration(),
      ProtocolTiming.RELAY_STALL.duration(), ProtocolTiming.RETURN.duration(), ProtocolTiming.DIRECT_CONNECT.duration(),
      ProtocolTiming.DIRECT_SILENCE.duration(), ProtocolTiming.DIRECT_SILENCE.duration(), 3, Duration.ofMillis(500));
}
