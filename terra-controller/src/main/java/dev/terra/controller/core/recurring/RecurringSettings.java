package dev.terra.controller.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.units.CostLimits;

/**
 * The settings of recurring jobs: which jobs learn, and what their runs cost.
 *
 * @param queues the queues whose jobs count, as {@code QueueSettings.name} writes them
 * @param eta the share of money in a run's cost, 0 to 1
 * @param usdPerHour what an hour of a run is worth, US dollars, above 0 and at most 10^9
 * @param window how many of a choice's last runs count, {@value #SHORTEST_WINDOW} to {@value #LONGEST_WINDOW}
 * @param knobs the settings in which a run may differ from the usual choice
 */
public record RecurringSettings(ImmutableMap<String, Mode> queues, double eta, double usdPerHour, int window, ImmutableSet<Knob> knobs) {
  /** Settings by which no job counts. */
  public static final RecurringSettings OFF = new RecurringSettings(ImmutableMap.of(), 0.5, 1, 10, ImmutableSet.of());

  /** The shortest window. Fewer runs have no variance. */
  public static final int SHORTEST_WINDOW = 2;
  /** The longest window. With it, the state of a job stays below 10 KiB. */
  public static final int LONGEST_WINDOW = 50;
  private static final double SECONDS_PER_HOUR = 3_600;

  /** Checks the ranges. */
  public RecurringSettings {
    checkArgument(isShare(eta), "eta: %s", eta);
    checkArgument(isWorth(usdPerHour), "usdPerHour: %s", usdPerHour);
    checkArgument(isWindow(window), "window: %s", window);
  }

  /** Returns whether a number can be the share of money in a cost. */
  public static boolean isShare(double eta) {
    return eta >= 0 && eta <= 1;
  }

  /** Returns whether an hour can be worth this many US dollars. */
  public static boolean isWorth(double usdPerHour) {
    return usdPerHour > 0 && usdPerHour <= CostLimits.MOST_USD_PER_HOUR;
  }

  /** Returns whether this many of a choice's last runs can count. */
  public static boolean isWindow(int window) {
    return window >= SHORTEST_WINDOW && window <= LONGEST_WINDOW;
  }

  /** What happens to the jobs of a queue. */
  public enum Mode {
    /** The runs of these jobs try choices. */
    LEARN,
    /** The runs of these jobs are only watched. */
    OBSERVE
  }

  /** A setting in which a run may differ from the usual choice. */
  public enum Knob {
    /** Whether chunks are compressed. */
    COMPRESSION,
    /** What time is worth when paths are chosen. */
    PATHS
  }

  /** Returns these settings with only some of the knobs. */
  public RecurringSettings with(ImmutableSet<Knob> usable) {
    return new RecurringSettings(queues, eta, usdPerHour, window, usable);
  }

  /**
   * Returns what an hour is worth to a plan, so that the plan with the least {@code money + worth x time} is the one with the least cost of
   * the run. It is infinite if eta is 0, or if it would exceed {@link CostLimits#MOST_USD_PER_HOUR}.
   */
  double planUsdPerHour() {
    double worth = (1 - eta) * usdPerHour / eta;
    return worth <= CostLimits.MOST_USD_PER_HOUR ? worth : Double.POSITIVE_INFINITY;
  }

  /** Returns the weights of US dollars and seconds in the cost of a run. */
  CostWeights weights() {
    return new CostWeights(eta, usdPerHour / SECONDS_PER_HOUR);
  }
}
