package dev.terra.schedule.policy.terra;

/** A bundle in {@link VirtualSharing}: what it has left there, and what the schedule has left of it. */
final class VirtualBundle {
  /** What is left below this share of all its bytes is rounding. */
  private static final double DONE = 1e-9;

  private double volume;
  private double left;
  private double flows;
  private double realLeft;
  /** What it gets in the real network, and what it got in the round before that. */
  private double realRate;
  private double rateBefore;

  /**
   * Takes over what is left in the real network, so many seconds after the last time. What is more than the bundle can have left has come
   * new. Agents follow new rates a little later: the lower one of two rounds is what the bundle has sent at least.
   *
   * @return whether something came new
   */
  boolean update(double realNow, double flowsNow, double seconds) {
    double sent = Math.min(realRate, rateBefore) * seconds;
    double grown = realNow - Math.max(0, realLeft - sent);
    boolean isGrown = grown > DONE * volume;
    if (isGrown) {
      volume += grown;
      left += grown;
    }
    realLeft = realNow;
    flows = flowsNow;
    return isGrown;
  }

  /** Another round has begun, in which it gets nothing so far. */
  void startRound() {
    rateBefore = realRate;
    realRate = 0;
  }

  /** What it gets in the real network from now on, bytes/s. */
  void gets(double bytesPerSecond) {
    realRate = bytesPerSecond;
  }

  /** How many flows it has, times their weight. */
  double flows() {
    return flows;
  }

  boolean isDone() {
    return left <= DONE * volume;
  }

  /** How long it sends if each of its flows gets this rate, bytes/s; infinite if that is 0. */
  double secondsLeft(double flowRate) {
    return flowRate > 0 ? left / (flows * flowRate) : Double.POSITIVE_INFINITY;
  }

  /** Sends for some seconds. Whether it is done by that. */
  boolean send(double seconds, double flowRate) {
    boolean before = isDone();
    left = Math.max(0, left - flows * flowRate * seconds);
    return isDone() && !before;
  }
}
