package dev.terra.testbed.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * The misbehaviour of one direction of a link, in addition to its rate.
 *
 * @param silent whether it loses everything
 * @param lossShare share of packets lost at random, 0 to 1
 * @param delay one way, instead of the link's; 0 or more
 * @param corruptShare share of frames of a TCP port of which one bit is flipped in a way that TCP does not notice, 0 to
 *     1
 * @param corruptPort that port
 */
public record Impairment(boolean silent, double lossShare, Optional<Duration> delay, double corruptShare, int corruptPort) {
  /** No misbehaviour. */
  public static final Impairment NONE = new Impairment(false, 0, Optional.empty(), 0, 0);

  /** Checks the ranges. */
  public Impairment {
    if (!(lossShare >= 0 && lossShare <= 1) || !(corruptShare >= 0 && corruptShare <= 1)) {
      throw new IllegalArgumentException("shares are 0 to 1, got " + lossShare + " lost and " + corruptShare + " corrupted");
    }
    if (delay.isPresent() && delay.get().isNegative()) {
      throw new IllegalArgumentException("a delay is 0 or more, got " + delay.get());
    }
  }

  /** Returns an impairment that loses everything. */
  public static Impairment silence() {
    return new Impairment(true, 0, Optional.empty(), 0, 0);
  }

  /** Returns an impairment that loses this share of packets. */
  public static Impairment loss(double share) {
    return new Impairment(false, share, Optional.empty(), 0, 0);
  }

  /** Returns an impairment that has this delay. */
  public static Impairment delay(Duration oneWay) {
    return new Impairment(false, 0, Optional.of(oneWay), 0, 0);
  }

  /** Returns an impairment that flips bits in this share of the frames from or to a TCP port. */
  public static Impairment corruption(double share, int port) {
    return new Impairment(false, 0, Optional.empty(), share, port);
  }
}
