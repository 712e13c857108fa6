package dev.terra.reproduce.hare;

/** A rate that is kept on average. What was not used of it may be used within some seconds, as a database grants it. */
final class PacedRate {
  private static final double BURST_SECONDS = 5;

  private double perSecond;
  private double usedUntil;

  void set(double rate) {
    perSecond = rate;
  }

  /** Returns when an amount may be used. */
  double earliest(double now, double amount) {
    return amount == 0 ? now : Math.max(now, usedUntil - BURST_SECONDS);
  }

  void use(double now, double amount) {
    if (amount > 0) {
      usedUntil = Math.max(usedUntil, now) + amount / perSecond;
    }
  }
}
