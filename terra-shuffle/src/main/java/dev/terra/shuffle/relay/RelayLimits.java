package dev.terra.shuffle.relay;

import java.time.Duration;

/**
 * How long a relay waits, and for whom. Time in which the reducer does not read never counts.
 *
 * @param agentConnect the agent is in the same site
 * @param agentHead an agent owes the lengths within this, whatever the schedule says
 * @param agentReturn an agent that has ended is waited for so long: where something watches over it, it is started again at once
 * @param stall without a byte for so long, the source is given up; an agent gives up a fetch before that
 * @param directConnect one lost SYN and its repetition across the WAN
 * @param directHead an origin opens every map output before it answers
 * @param directAttempts how often the origin is asked
 * @param retryDelay before each but the first of them
 */
public record RelayLimits(Duration agentConnect, Duration agentHead, Duration agentReturn, Duration stall, Duration directConnect,
    Duration directHead, int directAttempts, Duration retryDelay) {
  /** For production. */
  public static final RelayLimits DEFAULT = new RelayLimits(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(8),
      Duration.ofSeconds(65), Duration.ofSeconds(5), Duration.ofSeconds(30), 3, Duration.ofMillis(500));
}
