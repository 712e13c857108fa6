package dev.terra.core.cost;

import dev.terra.core.wan.SiteTerms;

/**
 * What processor time costs.
 *
 * @param processorMicros of cores that worked, microseconds
 * @param usd US dollars
 * @param joules of these cores
 * @param grams of carbon dioxide
 */
public record WorkCost(long processorMicros, double usd, double joules, double grams) {
  /** Nothing. */
  public static final WorkCost ZERO = new WorkCost(0, 0, 0, 0);

  private static final double MICROS = 1e6;
  private static final double SECONDS_PER_HOUR = 3_600;
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

  /** Processor time at a site; what its terms do not name costs nothing. */
  public static WorkCost of(SiteTerms terms, long processorMicros) {
    double seconds = processorMicros / MICROS;
    double joules = seconds * terms.wattsPerCore().orElse(0);
    return new WorkCost(processorMicros, seconds / SECONDS_PER_HOUR * terms.usdPerCoreHour().orElse(0), joules,
        joules / JOULES_PER_KILOWATT_HOUR * terms.gramsPerKilowattHour().orElse(0));
  }

  /** Both together. */
  public WorkCost plus(WorkCost other) {
    return new WorkCost(processorMicros + other.processorMicros, usd + other.usd, joules + other.joules, grams + other.grams);
  }

  /** The processor time in seconds. */
  public double processorSeconds() {
    return processorMicros / MICROS;
  }
}
