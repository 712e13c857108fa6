package dev.terra.controller.core.network;

/**
 * How much of the links' capacity is planned, and which links' capacities are measured.
 *
 * @param planEfficiency the share of a link's capacity (IP bytes) that is planned, above 0 and at most 1
 * @param keptForJobs the share of the plannable capacity that stays unplanned while a job shuffles, unless measurements require more; 0 to
 *     0.5
 * @param measureLinks whether plans use the measured capacities of all links, or only those of links whose configured capacity is left out
 */
public record CapacityUse(double planEfficiency, double keptForJobs, boolean measureLinks) {
  /** The largest share of a link that plans leave to other traffic, however much that traffic needs. */
  public static final double MOST_LEFT = 0.5;

  /**
   * Returns what is planned of a link, in payload bytes/s. Where tunnels were measured to get less than the nominal capacity, the traffic
   * of others is already missing from the measurement, and is not subtracted a second time.
   *
   * @param carries what the link carries of tunnels' bytes, IP bytes/s
   * @param nominal what the link carries of all traffic, IP bytes/s, if that is more
   * @param left what the classes above bulk need of the link, IP bytes/s
   * @param forJobs whether a job shuffles; the RPCs, commits and reads of such a job are not measured
   */
  double planned(double carries, double nominal, double left, boolean forJobs) {
    double whole = Math.max(carries, nominal);
    double free = Math.min(carries, whole - Math.min(left, MOST_LEFT * whole));
    return Math.min(planEfficiency * free, (forJobs ? shareBesideJobs() : planEfficiency) * carries);
  }

  /** The largest share of a link's capacity that is planned while a job shuffles. */
  public double shareBesideJobs() {
    return planEfficiency * (1 - keptForJobs);
  }
}
