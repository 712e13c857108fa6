package dev.terra.reproduce.kayak;

import dev.terra.core.ship.Shipping;
import dev.terra.core.ship.ShippingMeasurement;
import dev.terra.core.ship.ShippingRule;

/** Terra's loops: the rate follows the delay, and then the share follows the rate. */
final class ShippingArbiter implements Arbiter {
  private final ShippingRule rule;
  private Shipping state;

  ShippingArbiter(ShippingRule rule, double share, long nowNanos) {
    this.rule = rule;
    this.state = Shipping.start(rule.leastRate(), share, nowNanos);
  }

  @Override
  public double perSecond() {
    return state.perSecond();
  }

  @Override
  public double share() {
    return state.worked();
  }

  @Override
  public void measured(ShippingMeasurement measured, long nowNanos) {
    state = state.after(rule, measured, nowNanos);
  }
}
