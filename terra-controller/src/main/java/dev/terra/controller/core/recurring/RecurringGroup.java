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
 * What a job that recurs has learned. Costs may change altogether, as where its input comes compressed from some day on: where two of the
 * last three runs surprise, since they cost a quarter more than their choices did before, or a fifth less, all is learned anew. On the
 * controller's thread.
 */
final class RecurringGroup {
  /** One run may meet a broken link. */
  private static final int SURPRISES = 2;
  /** The last three runs, one bit each. */
  private static final int LAST_RUNS = 0b111;
  /** Two runs on a WAN that has not changed differ less. */
  private static final double SURPRISE_FACTOR = 1.25;

  private final JobPattern job;
  private Setup setup;
  private KnobLearner learner;
  private Counts counts;
  /** Another number for each learner: what runs of an earlier one cost says nothing to this one. */
  private int generation;
  /** Which of the last runs surprised: the lowest bit is the last one's. */
  private int surprises;
  private int running;

  /** What a job learns by. */
  record Setup(KnobGrid grid, CostWeights weights, int window) {
    KnobRules rules() {
      return grid.rules(window);
    }
  }

  /** What a run uses. */
  record Trial(KnobTrial trial, KnobChoice choice, boolean isUsual, int generation) {
    /**
     * Whether it has cost too much: with what the best run's cost tells of the rest, it comes to beta times that cost.
     *
     * @param leftShare how much of it is left, 0 to 1
     */
    boolean isTooDear(double cost, double leftShare) {
      return !isUsual && cost > trial.stopAbove() * (1 - leftShare / KnobRules.STOP_FACTOR);
    }
  }

  /** A job that has not run. */
  RecurringGroup(JobPattern job, Setup setup) {
    this.job = job;
    this.setup = setup;
    this.learner = KnobLearner.fresh(setup.rules());
    this.counts = Counts.NONE;
  }

  /** A job of which an earlier controller has learned. */
  RecurringGroup(RecurringState state, int window) {
    this.job = state.job();
    this.setup = new Setup(new KnobGrid(state.choices(), state.usual()), state.weights(), window);
    this.learner = KnobLearner.resumed(setup.rules(), state.explored(), state.results());
    this.counts = state.counts();
  }

  /** Costs by other weights, or of other choices, say nothing: all is learned anew where the settings have changed. */
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

  /** A run begins. */
  Trial begin(Mode mode, DoubleSupplier gaussian) {
    KnobTrial trial = mode == Mode.OBSERVE ? learner.observed() : learner.next(gaussian);
    learner = learner.started(trial);
    running++;
    return new Trial(trial, setup.grid().choices().get(trial.choice()), trial.choice() == setup.grid().usual(), generation);
  }

  /** What a run costs. */
  double cost(double usd, double seconds) {
    return setup.weights().cost(usd, seconds);
  }

  /** A run has gone without a result. */
  void lost(Trial trial) {
    running--;
    if (trial.generation == generation) {
      learner = learner.lost(trial.trial);
    }
  }

  /**
   * A run has ended; returns whether all is learned anew.
   *
   * @param isReturned whether it went back to the usual choice
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
   * What is known of it.
   *
   * @param isObserved whether its runs are only watched
   */
  RecurringFigures figures(boolean isObserved) {
    RecurringState state = new RecurringState(job, new RecurringState.Grid(setup.grid().choices(), setup.grid().usual()),
        setup.weights(), new RecurringState.Tried(learner.explored(), learner.results()), counts);
    return new RecurringFigures(state, running, isObserved, !isObserved && learner.isExploring(), learner.beliefs());
  }
}
