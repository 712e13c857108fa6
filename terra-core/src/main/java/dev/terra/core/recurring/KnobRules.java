package dev.terra.core.recurring;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableSortedSet;

/**
 * The rules by which a knob of a recurring job is learned. Choices are numbers in an order in which the cost is nearly convex, such as
 * batch sizes, levels, or places in a list of settings.
 *
 * @param choices the choices that a run may use
 * @param usual the choice of a job that does not learn; one of the choices
 * @param stopFactor beta: a run is stopped when it costs this many times the least cost; above 1, infinite if no run is stopped
 * @param memory which costs count
 * @param rounds how often the exploration tries each choice with which runs reach their end, at least 1
 */
public record KnobRules(ImmutableSortedSet<Integer> choices, int usual, double stopFactor, Memory memory, int rounds) {
  /** The beta of the Zeus paper, section 4.6.1. */
  public static final double STOP_FACTOR = 2;
  /**
   * The window if costs do not drift. It bounds what a learner keeps for each choice, and the mean of so many costs has no error that
   * matters.
   */
  public static final int LONGEST_WINDOW = 1_000;

  private static final int SHORTEST_WINDOW = 2;
  private static final int ROUNDS = 2;

  /**
   * The costs that count.
   *
   * @param window the number of last costs that count: of each choice for beliefs, and of the job for stopping; at least 2
   * @param prior the belief about a choice before any run used it
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

  /** Returns the number of last costs that count: of each choice for beliefs, and of the job for stopping. */
  public int window() {
    return memory.window;
  }

  /** Returns the belief about a choice before any run used it. */
  public CostPrior prior() {
    return memory.prior;
  }

  /** Returns the rules of the Zeus paper, for costs that do not drift. */
  public static KnobRules of(Iterable<Integer> choices, int usual) {
    return new KnobRules(ImmutableSortedSet.copyOf(choices), usual, STOP_FACTOR, new Memory(LONGEST_WINDOW, CostPrior.FLAT), ROUNDS);
  }

  /** Returns these rules with another beta. */
  public KnobRules stoppingAt(double factor) {
    return new KnobRules(choices, usual, factor, memory, rounds);
  }

  /** Returns these rules with another window, for costs that drift. */
  public KnobRules forgettingAfter(int runs) {
    return new KnobRules(choices, usual, stopFactor, new Memory(runs, prior()), rounds);
  }

  /** Returns these rules with an exploration that tries each choice once, for costs that differ little from run to run. */
  public KnobRules exploringOnce() {
    return new KnobRules(choices, usual, stopFactor, memory, 1);
  }
}
