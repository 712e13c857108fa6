package dev.terra.reproduce.kayak;

import dev.terra.core.ship.ShippingMeasurement;

/** Where a tenant's requests are executed, and how many there are. */
interface Arbiter {
  /** How many requests may come, a second. */
  double perSecond();

  /** The share that is executed by the store. */
  double share();

  /** Whether the store may give a procedure back that it has begun. */
  default boolean pushesBack() {
    return false;
  }

  /** What ended since the last call, at a time. */
  default void measured(ShippingMeasurement measured, long nowNanos) {}

  /** A rate and a share that stay. */
  static Arbiter fixed(double perSecond, double share) {
    return new Fixed(perSecond, share, false);
  }

  /** All requests go to the store, which gives some back when its queue is long, as ASFP does (Bhardwaj et al., ATC 2020). */
  static Arbiter givingBack(double perSecond) {
    return new Fixed(perSecond, 1, true);
  }

  /**
   * A rate and a share that stay.
   *
   * @param perSecond how many requests come, a second
   * @param share the share that is executed by the store
   * @param pushesBack whether the store may give a procedure back
   */
  record Fixed(double perSecond, double share, boolean pushesBack) implements Arbiter {}
}
