package dev.terra.controller.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.units.CostLimits;

/**
 * Which jobs learn, and what their runs cost.
 *
 * @param queues the queues whose jobs count, as {@code QueueSettings.name} writes them
 * @param eta how much of a run's cost is money, 0 to 1
 * @param usdPerHour what an hour of a run is worth, US dollars, above 0 and at most 10^9
 * @param window how many of a choice's last runs count, {@value #SHORTEST_WINDOW} to {@value #LONGEST_WINDOW}
 * @param knobs what a run may have otherwise than usual
 */
public record RecurringSettings(ImmutableMap<String, Mode> queues, double eta, double usdPerHour, int window, ImmutableSet<Knob> knobs) {
  /** No job counts. */
  public static final RecurringSettings OFF = new RecurringSettings(ImmutableMap.of(), 0.5, 1, 10, ImmutableSet.of());

  /** Fewer runs have no variance. */
  public static final int SHORTEST_WINDOW = 2;
  /** The state of a job stays below 10 KiB. */
  public static final int LONGEST_WINDOW = 50;
  private static final double SECONDS_PER_HOUR = 3_600;

  /** Checks the ranges. */
  public RecurringSettings {
    checkArgument(isShare(eta), "eta: %s", eta);
    checkArgument(isWorth(usdPerHour), "usdPerHour: %s", usdPerHour);
    checkArgument(isWindow(window), "window: %s", window);
  }

  /** Whether so much of a cost can be money. */
  public static boolean isShare(double eta) {
    return eta >= 0 && eta <= 1;
  }

  /** Whether an hour can be worth so many US dollars. */
  public static boolean isWorth(double usdPerHour) {
    return usdPerHour > 0 && usdPerHour <= CostLimits.MOST_USD_PER_HOUR;
  }

  /** Whether so many of a choice's last runs can count. */
  public static boolean isWindow(int window) {
    return window >= SHORTEST_WINDOW && window <= LONGEST_WINDOW;
  }

  /** What happens to the jobs of a queue. */
  public enum Mode {
    /** Their runs try choices. */
    LEARN,
    /** Their runs are only watched. */
    OBSERVE
  }

  /** What a run may have otherwise than usual. */
  public enum Knob {
    /** Whether its chunks are compressed. */
    COMPRESSION,
    /** What its time is worth where paths are chosen. */
    PATHS
  }

  /** These settings where only some knobs can be used. */
  public RecurringSettings with(ImmutableSet<Knob> usable) {
    return new RecurringSettings(queues, eta, usdPerHour, window, usable);
  }

  /**
   * What an hour is worth to a plan that has the least {@code money + worth x time} where a run has the least cost: infinite at eta 0, and
   * where it is more than {@link CostLimits#MOST_USD_PER_HOUR}.
   */
  double planUsdPerHour() {
    double worth = (1 - eta) * usdPerHour / eta;
    return worth <= CostLimits.MOST_USD_PER_HOUR ? worth : Double.POSITIVE_INFINITY;
  }

  /** What a run costs, in US dollars and seconds. */
  CostWeights weights() {
    return new CostWeights(eta, usdPerHour / SECONDS_PER_HOUR);
  }
}
