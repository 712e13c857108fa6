package dev.terra.reproduce.zeus;

import com.google.common.collect.ImmutableList;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.KnobLearner;
import dev.terra.core.recurring.KnobRules;
import dev.terra.core.recurring.KnobTrial;
import dev.terra.core.recurring.ProfileSearch;
import dev.terra.core.recurring.SettingProfile;
import dev.terra.reproduce.event.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A job that recurs with Zeus. The learner chooses the batch size; the first run with a batch size profiles all power
 * limits within its first epoch, and every run uses the cheapest limit.
 */
final class RecurringTraining {
  /** The most tries of a recurrence. With fewer tries, a job that reaches its target in half of its runs would fail at times. */
  static final int MOST_TRIES = 20;

  /** The ticks of the clock in a second. Runs take hours, so a tick is a microsecond here. */
  private static final double TICKS_PER_SECOND = 1e6;

  private final MeasuredJob job;
  private final CostWeights weights;
  private final RandomGenerator random;
  private final Set<Integer> profiled = new HashSet<>();
  private KnobLearner learner;

  RecurringTraining(MeasuredJob job, CostWeights weights, double stopFactor, long seed) {
    this.job = job;
    this.weights = weights;
    this.random = new Random(seed);
    this.learner = KnobLearner.fresh(KnobRules.of(job.epochs().keySet(), job.usualBatch()).stoppingAt(stopFactor));
  }

  /** Runs a number of recurrences one after the other. Returns the cost of each, including the tries that were stopped. */
  ImmutableList<TrainingRun> recur(int times) {
    ImmutableList.Builder<TrainingRun> all = ImmutableList.builder();
    for (int i = 0; i < times; i++) {
      all.add(recur());
    }
    return all.build();
  }

  /** Runs a number of recurrences, each a pause after the start of the one before, whether that one has ended or not. */
  ImmutableList<TrainingRun> recurEvery(double seconds, int times) {
    Clock clock = new Clock();
    TrainingRun[] all = new TrainingRun[times];
    Arrays.fill(all, TrainingRun.NONE);
    for (int i = 0; i < times; i++) {
      int recurrence = i;
      clock.at(ticks(i * seconds), () -> tryUntilReached(clock, all, recurrence));
    }
    clock.runWhile(() -> true);
    return ImmutableList.copyOf(all);
  }

  private void tryUntilReached(Clock clock, TrainingRun[] all, int recurrence) {
    Attempt attempt = begin();
    clock.after(ticks(attempt.run().seconds()), () -> {
      end(attempt);
      all[recurrence] = all[recurrence].then(attempt.run());
      if (!attempt.run().isReached()) {
        tryUntilReached(clock, all, recurrence);
      }
    });
  }

  private static long ticks(double seconds) {
    return Math.round(seconds * TICKS_PER_SECOND);
  }

  private TrainingRun recur() {
    TrainingRun all = TrainingRun.NONE;
    for (int i = 0; i < MOST_TRIES && !all.isReached(); i++) {
      Attempt attempt = begin();
      end(attempt);
      all = all.then(attempt.run());
    }
    if (!all.isReached()) {
      throw new IllegalStateException(job.job() + " did not reach its target in " + MOST_TRIES + " tries");
    }
    return all;
  }

  private Attempt begin() {
    KnobTrial trial = learner.next(random::nextGaussian);
    learner = learner.started(trial);
    List<SettingProfile> profiles = job.profiles(trial.choice());
    SettingProfile power = ProfileSearch.cheapest(weights, profiles);
    return new Attempt(trial, job.run(trial.choice(), power, new MeasuredJob.Bounds(weights, trial.stopAbove(),
        profiled.add(trial.choice())), random));
  }

  private void end(Attempt attempt) {
    learner = learner.ended(attempt.trial(), attempt.run().cost(weights), attempt.run().isReached());
  }

  private record Attempt(KnobTrial trial, TrainingRun run) {}
}
