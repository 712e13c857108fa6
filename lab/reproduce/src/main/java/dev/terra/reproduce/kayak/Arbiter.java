package dev.terra.reproduce.kayak;

import dev.terra.core.ship.ShippingMeasurement;

/** Decides where a tenant's requests are executed, and how many requests there are. */
interface Arbiter {
  /** Returns the number of requests a second that may arrive. */
  double perSecond();

  /** Returns the share that is executed by the store. */
  double share();

  /** Returns whether the store may give a procedure back that it has begun. */
  default boolean pushesBack() {
    return false;
  }

  /** Receives what ended since the last call, at a time. */
  default void measured(ShippingMeasurement measured, long nowNanos) {}

  /** Returns an arbiter with a fixed rate and a fixed share. */
  static Arbiter fixed(double perSecond, double share) {
    return new Fixed(perSecond, share, false);
  }

  /**
   * Returns an arbiter that sends all requests to the store, which gives some back when its queue is long, as ASFP does
   * (Bhardwaj et al., ATC 2020).
   */
  static Arbiter givingBack(double perSecond) {
    return new Fixed(perSecond, 1, true);
  }

  /**
   * An arbiter with a fixed rate and a fixed share.
   *
   * @param perSecond the number of requests a second
   * @param share the share that is executed by the store
   * @param pushesBack whether the store may give a procedure back
   */
  record Fixed(double perSecond, double share, boolean pushesBack) implements Arbiter {}
}
