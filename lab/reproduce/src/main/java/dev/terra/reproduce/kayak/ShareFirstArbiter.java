package dev.terra.reproduce.kayak;

import dev.terra.core.ship.ShippingMeasurement;
import dev.terra.core.ship.ShippingRate;
import dev.terra.core.ship.ShippingRule;
import dev.terra.core.ship.ShippingShare;

/**
 * The order of loops that does not settle (algorithm I, section 4.2): the fast loop moves the share down the gradient
 * of the delay, the slow one the rate. Its steps have the bounds of Terra's loops.
 */
final class ShareFirstArbiter implements Arbiter {
  private static final double GAIN = .1;

  private final ShippingRule rule;
  private double share;
  private double lastShare;
  private double lastDelay;
  private ShippingRate rate;
  private int steps;
  private double ended;
  private double delaySum;

  ShareFirstArbiter(ShippingRule rule, double share) {
    this.rule = rule;
    this.share = share;
    this.lastShare = share;
    this.rate = ShippingRate.first(rule.leastRate());
  }

  @Override
  public double perSecond() {
    return rate.perSecond();
  }

  @Override
  public double share() {
    return share;
  }

  @Override
  public void measured(ShippingMeasurement measured, long nowNanos) {
    steps++;
    ended += measured.ended();
    delaySum += measured.delayNanos();
    if (!rate.isRamping() && measured.delayNanos() > 0) {
      move(measured.delayNanos());
    }
    if (rate.isRamping() || steps == rule.innerSteps()) {
      rate = rate.after(rule, new ShippingMeasurement(delaySum / steps, 0, ended / steps), rule.innerNanos());
      steps = 0;
      ended = 0;
      delaySum = 0;
    }
  }

  private void move(double delay) {
    double down = share == lastShare ? -1 : -GAIN * Math.log(delay / lastDelay) / (share - lastShare);
    double size = Math.max(ShippingShare.LEAST_MOVE, Math.min(Math.abs(down), ShippingShare.MOST_MOVE));
    double next = Math.max(0, Math.min(share + Math.copySign(size, down), 1));
    lastShare = share;
    lastDelay = delay;
    share = next == share ? share - Math.copySign(ShippingShare.LEAST_MOVE, down) : next;
  }
}
