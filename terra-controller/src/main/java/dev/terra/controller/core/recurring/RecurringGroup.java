package dev.terra.controller.core.recurring;

import dev.terra.controller.core.recurring.RecurringSettings.Mode;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.RecurringState.Counts;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.KnobLearner;
import dev.terra.core.recurring.KnobRules;
import dev.terra.core.recurring.KnobTrial;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/**
 * What a recurring job has learned. Costs may change altogether, for example when the job's input is compressed from some day on. If two of
 * the last three runs surprise, because they cost a quarter more than earlier runs with the same choice, or a fifth less, everything is
 * learned anew. This class is used on the controller's thread only.
 */
final class RecurringGroup {
  /** The number of surprising runs after which everything is learned anew. A single run may surprise because of a broken link. */
  private static final int SURPRISES = 2;
  /** A mask for the last three runs, one bit each. */
  private static final int LAST_RUNS = 0b111;
  /** The least ratio between costs that counts as a surprise. Two runs on a WAN that has not changed differ less. */
  private static final double SURPRISE_FACTOR = 1.25;

  private final JobPattern job;
  private Setup setup;
  private KnobLearner learner;
  private Counts counts;
  /** The number of the learner. What runs under an earlier learner cost has no meaning for the present one. */
  private int generation;
  /** Which of the last runs surprised. The lowest bit stands for the last run. */
  private int surprises;
  private int running;

  /** The settings by which a job learns. */
  record Setup(KnobGrid grid, CostWeights weights, int window) {
    KnobRules rules() {
      return grid.rules(window);
    }
  }

  /** The choice that a run uses. */
  record Trial(KnobTrial trial, KnobChoice choice, boolean isUsual, int generation) {
    /**
     * Returns whether a run has cost too much. It has if its cost so far, plus the part of the best run's cost that corresponds to what is
     * left, exceeds beta times the best run's cost.
     *
     * @param leftShare how much of the run is left, 0 to 1
     */
    boolean isTooDear(double cost, double leftShare) {
      return !isUsual && cost > trial.stopAbove() * (1 - leftShare / KnobRules.STOP_FACTOR);
    }
  }

  /** Creates the state of a job that has not run. */
  RecurringGroup(JobPattern job, Setup setup) {
    this.job = job;
    this.setup = setup;
    this.learner = KnobLearner.fresh(setup.rules());
    this.counts = Counts.NONE;
  }

  /** Creates the state of a job about which an earlier controller has learned. */
  RecurringGroup(RecurringState state, int window) {
    this.job = state.job();
    this.setup = new Setup(new KnobGrid(state.choices(), state.usual()), state.weights(), window);
    this.learner = KnobLearner.resumed(setup.rules(), state.explored(), state.results());
    this.counts = state.counts();
  }

  /**
   * Applies settings. If they have changed, everything is learned anew, since costs by other weights or of other choices have no meaning.
   */
  void follow(Setup now) {
    if (!now.equals(setup)) {
      setup = now;
      startAnew();
    }
  }

  private void startAnew() {
    learner = KnobLearner.fresh(setup.rules());
    surprises = 0;
    generation++;
  }

  /** Begins a run. */
  Trial begin(Mode mode, DoubleSupplier gaussian) {
    KnobTrial trial = mode == Mode.OBSERVE ? learner.observed() : learner.next(gaussian);
    learner = learner.started(trial);
    running++;
    return new Trial(trial, setup.grid().choices().get(trial.choice()), trial.choice() == setup.grid().usual(), generation);
  }

  /** Returns the cost of a run. */
  double cost(double usd, double seconds) {
    return setup.weights().cost(usd, seconds);
  }

  /** Notes that a run has gone without a result. */
  void lost(Trial trial) {
    running--;
    if (trial.generation == generation) {
      learner = learner.lost(trial.trial);
    }
  }

  /**
   * Notes that a run has ended. Returns whether everything is learned anew.
   *
   * @param isReturned whether the run went back to the usual choice
   */
  boolean ended(Trial trial, double cost, boolean isReturned) {
    running--;
    RecurringFigures before = figures(false);
    OptionalDouble usual = before.meanCost(setup.grid().usual());
    counts = counts.plus(isReturned, trial.isUsual || usual.isEmpty() ? 0 : usual.getAsDouble() - cost);
    if (trial.generation != generation) {
      return false;
    }
    OptionalDouble mean = before.meanCost(trial.trial.choice());
    boolean isSurprise = mean.isPresent() && isSurprising(mean.getAsDouble(), cost, isReturned);
    surprises = (surprises << 1 | (isSurprise ? 1 : 0)) & LAST_RUNS;
    if (Integer.bitCount(surprises) < SURPRISES) {
      learner = learner.ended(trial.trial, cost, !isReturned);
      return false;
    }
    counts = counts.restarted();
    startAnew();
    return true;
  }

  private static boolean isSurprising(double mean, double cost, boolean isReturned) {
    return isReturned || cost >= mean * SURPRISE_FACTOR || cost <= mean / SURPRISE_FACTOR;
  }

  /**
   * Returns what is known about the job.
   *
   * @param isObserved whether the job's runs are only watched
   */
  RecurringFigures figures(boolean isObserved) {
    RecurringState state = new RecurringState(job, new RecurringState.Grid(setup.grid().choices(), setup.grid().usual()),
        setup.weights(), new RecurringState.Tried(learner.explored(), learner.results()), counts);
    return new RecurringFigures(state, running, isObserved, !isObserved && learner.isExploring(), learner.beliefs());
  }
}
