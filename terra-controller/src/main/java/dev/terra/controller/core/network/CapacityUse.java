package dev.terra.controller.core.network;

/**
 * How much of what links carry is planned, and how that is known.
 *
 * @param planEfficiency the share of a link's capacity (IP bytes) that is planned, above 0 and at most 1
 * @param keptForJobs the share of that which is not planned while a job shuffles, 0 to 0.5
 * @param measureLinks whether plans go by what all links carry, or only those whose capacity is left out
 */
public record CapacityUse(double planEfficiency, double keptForJobs, boolean measureLinks) {
  /** What is planned while a job shuffles, as a share of capacity. */
  public double shareBesideJobs() {
    return planEfficiency * (1 - keptForJobs);
  }
}
