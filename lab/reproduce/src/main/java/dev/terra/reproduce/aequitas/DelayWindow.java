package dev.terra.reproduce.aequitas;

/**
 * A window that follows the round trip as Swift does (Kumar et al., SIGCOMM 2020). Below the target it grows by one
 * packet a round trip; above the target it shrinks by a factor, once a round trip.
 */
final class DelayWindow {
  private static final double DECREASE = .8;
  private static final double LARGEST_CUT = .5;
  private static final int TIMEOUTS_UNTIL_ONE = 5;

  private final Transport.Window rules;
  private double window;
  private long roundTrip;
  private long cutAt;
  private int timeouts;

  DelayWindow(Transport.Window rules) {
    this.rules = rules;
    this.window = rules.first();
  }

  int packets() {
    return (int) window;
  }

  void acknowledged(long measured, long now) {
    timeouts = 0;
    if (measured < rules.targetPicos()) {
      window = Math.min(window + 1.0 / packets(), rules.most());
    } else {
      double above = (double) (measured - rules.targetPicos()) / measured;
      cut(Math.min(DECREASE * above, LARGEST_CUT), now);
    }
    roundTrip = measured;
  }

  void timedOut(long now) {
    timeouts++;
    if (timeouts >= TIMEOUTS_UNTIL_ONE) {
      window = 1;
    } else if (now - cutAt >= roundTrip) {
      window = Math.max(window * (1 - LARGEST_CUT), 1);
    }
  }

  private void cut(double part, long now) {
    if (now - cutAt >= roundTrip) {
      window = Math.max(window * (1 - part), 1);
      cutAt = now;
    }
  }
}
