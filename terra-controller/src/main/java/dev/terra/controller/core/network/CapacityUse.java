package dev.terra.controller.core.network;

/**
 * How much of what links carry is planned, and how that is known.
 *
 * @param planEfficiency the share of a link's capacity (IP bytes) that is planned, above 0 and at most 1
 * @param keptForJobs the share of that which is not planned while a job shuffles, where no more was measured to be needed; 0 to 0.5
 * @param measureLinks whether plans go by what all links carry, or only those whose capacity is left out
 */
public record CapacityUse(double planEfficiency, double keptForJobs, boolean measureLinks) {
  /** Whatever others need, plans have the rest of a link. */
  public static final double MOST_LEFT = 0.5;

  /**
   * What is planned of a link, payload bytes/s. Where tunnels were found to get less than the nominal capacity, what others take is missing
   * already, and is not taken off twice.
   *
   * @param carries what it carries of tunnels' bytes, IP bytes/s
   * @param nominal what it carries of all, IP bytes/s, if that is more
   * @param left what the classes above bulk need of it, IP bytes/s
   * @param forJobs whether a job shuffles, whose RPCs, commits and reads nothing measures
   */
  double planned(double carries, double nominal, double left, boolean forJobs) {
    double whole = Math.max(carries, nominal);
    double free = Math.min(carries, whole - Math.min(left, MOST_LEFT * whole));
    return Math.min(planEfficiency * free, (forJobs ? shareBesideJobs() : planEfficiency) * carries);
  }

  /** What is planned at most while a job shuffles, as a share of capacity. */
  public double shareBesideJobs() {
    return planEfficiency * (1 - keptForJobs);
  }
}
