package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The worst delay of two classes on a link with weighted fair queues, in parts of a period in which a burst arrives and is served:
 * equations 1 and 8 of Aequitas (SIGCOMM 2022).
 *
 * @param weight the ratio of the higher class's weight to the lower class's, above 0
 * @param load the mean load in parts of the link, above 0 and at most 1
 * @param burst the load while the burst lasts, above 1
 */
public record DelayBound(double weight, double load, double burst) {
  /** Checks the ranges. */
  public DelayBound {
    checkArgument(weight > 0, "weight: expected more than 0, got %s", weight);
    checkArgument(load > 0 && load <= 1, "load: expected above 0 to 1, got %s", load);
    checkArgument(burst > 1, "burst: expected more than 1, got %s", burst);
  }

  /**
   * Returns the worst delay of the higher class.
   *
   * @param share the higher class's share in all offered load, 0 to 1
   */
  public double higher(double share) {
    checkShare(share);
    double guaranteed = weight / (weight + 1);
    if (share <= guaranteed / burst) {
      return 0;
    }
    if (share > Math.max(guaranteed, 1 / burst)) {
      return load * (1 - 1 / burst);
    }
    if (share <= guaranteed) {
      return load * (share / guaranteed - 1 / burst);
    }
    return share <= lowerIsServed() ? load * (1 - share) * (weight + 1 - weight / (burst * share))
        : load * (1 / burst - 1 / (burst * burst)) / share;
  }

  /**
   * Returns the worst delay of the lower class.
   *
   * @param share the higher class's share in all offered load, 0 to 1
   */
  public double lower(double share) {
    checkShare(share);
    double guaranteed = weight / (weight + 1);
    if (share > lowerIsServed()) {
      return 0;
    }
    if (share <= Math.min(1 - 1 / burst, guaranteed)) {
      return load * (1 - 1 / burst);
    }
    if (share > guaranteed) {
      return load * ((weight + 1) * (1 - share) - 1 / burst);
    }
    return share <= guaranteed / burst ? load * (1 / burst - 1 / (burst * burst)) / (1 - share)
        : load * share / weight * (weight + 1 - 1 / (burst * (1 - share)));
  }

  /** Returns the higher class's share above which the lower class is served at once. */
  private double lowerIsServed() {
    return 1 - 1 / ((weight + 1) * burst);
  }

  private static void checkShare(double share) {
    checkArgument(share >= 0 && share <= 1, "share: expected 0 to 1, got %s", share);
  }

  /**
   * Returns the mean load that a class may offer, in parts of the link, so that it waits for no other class (section 5.2 of Aequitas).
   *
   * @param weight the weight of the class
   * @param weights the sum of all weights
   * @param load the mean load in parts of the link
   * @param burst the load while a burst lasts
   */
  public static double promisable(double weight, double weights, double load, double burst) {
    checkArgument(weight > 0 && weight <= weights, "weight: expected above 0 to %s, got %s", weights, weight);
    return weight / weights * load / burst;
  }
}
