package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableSortedSet;

/**
 * How a recurring job's knob is learned. Choices are numbers in an order in which the cost is nearly convex: batch sizes, levels, places
 * in a list of settings.
 *
 * @param choices what may be chosen
 * @param usual the choice of a job that does not learn; one of the choices
 * @param stopFactor beta: a run is stopped at this many times the least cost; above 1, infinite where none is stopped
 * @param memory which costs count
 * @param rounds how often the exploration tries each choice that reaches its end, at least 1
 */
public record KnobRules(ImmutableSortedSet<Integer> choices, int usual, double stopFactor, Memory memory, int rounds) {
  /** The paper's beta, section 4.6.1. */
  public static final double STOP_FACTOR = 2;
  /** Where costs do not drift: what a learner keeps for each choice is bounded, and so many costs have no error that matters. */
  public static final int LONGEST_WINDOW = 1_000;

  private static final int SHORTEST_WINDOW = 2;
  private static final int ROUNDS = 2;

  /**
   * Which costs count.
   *
   * @param window how many of a choice's last costs, and of the job's last costs for stopping; at least 2
   * @param prior what is believed of a choice before it ran
   */
  public record Memory(int window, CostPrior prior) {
    /** Checks the range. */
    public Memory {
      checkArgument(window >= SHORTEST_WINDOW && window <= LONGEST_WINDOW, "window: expected %s to %s, got %s", SHORTEST_WINDOW,
          LONGEST_WINDOW, window);
    }
  }

  /** Checks the ranges. */
  public KnobRules {
    checkArgument(choices.contains(usual), "usual choice: expected one of %s, got %s", choices, usual);
    checkArgument(stopFactor > 1, "stop factor: expected more than 1, got %s", stopFactor);
    checkArgument(rounds >= 1, "rounds: expected at least 1, got %s", rounds);
  }

  /** How many of a choice's last costs count, and of the job's last costs for stopping. */
  public int window() {
    return memory.window;
  }

  /** What is believed of a choice before it ran. */
  public CostPrior prior() {
    return memory.prior;
  }

  /** The paper's rules, for costs that do not drift. */
  public static KnobRules of(Iterable<Integer> choices, int usual) {
    return new KnobRules(ImmutableSortedSet.copyOf(choices), usual, STOP_FACTOR, new Memory(LONGEST_WINDOW, CostPrior.FLAT), ROUNDS);
  }

  /** These rules with another beta. */
  public KnobRules stoppingAt(double factor) {
    return new KnobRules(choices, usual, factor, memory, rounds);
  }

  /** These rules for costs that drift. */
  public KnobRules forgettingAfter(int runs) {
    return new KnobRules(choices, usual, stopFactor, new Memory(runs, prior()), rounds);
  }

  /** These rules where draws begin after the exploration has tried each choice once: for costs that differ little from run to run. */
  public KnobRules exploringOnce() {
    return new KnobRules(choices, usual, stopFactor, memory, 1);
  }
}
