package dev.terra.core.cost;

import dev.terra.core.wan.SiteTerms;

/**
 * The cost of processor time.
 *
 * @param processorMicros the time for which cores worked, microseconds
 * @param usd US dollars
 * @param joules the energy of these cores
 * @param grams of carbon dioxide
 */
public record WorkCost(long processorMicros, double usd, double joules, double grams) {
  /** The cost of no work. */
  public static final WorkCost ZERO = new WorkCost(0, 0, 0, 0);

  private static final double MICROS = 1e6;
  private static final double SECONDS_PER_HOUR = 3_600;
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

  /** Returns the cost of processor time at a site; a cost that the site's terms do not name is 0. */
  public static WorkCost of(SiteTerms terms, long processorMicros) {
    double seconds = processorMicros / MICROS;
    double joules = seconds * terms.wattsPerCore().orElse(0);
    return new WorkCost(processorMicros, seconds / SECONDS_PER_HOUR * terms.usdPerCoreHour().orElse(0), joules,
        joules / JOULES_PER_KILOWATT_HOUR * terms.gramsPerKilowattHour().orElse(0));
  }

  /** Returns the sum of both. */
  public WorkCost plus(WorkCost other) {
    return new WorkCost(processorMicros + other.processorMicros, usd + other.usd, joules + other.joules, grams + other.grams);
  }

  /** Returns the processor time in seconds. */
  public double processorSeconds() {
    return processorMicros / MICROS;
  }
}
