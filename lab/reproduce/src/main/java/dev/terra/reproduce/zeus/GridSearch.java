package dev.terra.reproduce.zeus;

import com.google.common.collect.ImmutableList;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.SettingProfile;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The paper's grid search. Each recurrence tries another batch size and power limit; when all were tried, recurrences
 * use the cheapest one. A batch size that did not reach the target is not tried again.
 */
final class GridSearch {
  private final MeasuredJob job;
  private final CostWeights weights;
  private final RandomGenerator random;
  private final Deque<Cell> untried = new ArrayDeque<>();
  private @Nullable Cell best;
  private double bestCost = Double.POSITIVE_INFINITY;

  GridSearch(MeasuredJob job, CostWeights weights, long seed) {
    this.job = job;
    this.weights = weights;
    this.random = new Random(seed);
    int usual = job.usualBatch();
    job.profiles().headMap(usual, true).descendingKeySet().forEach(this::addRow);
    job.profiles().tailMap(usual, false).keySet().forEach(this::addRow);
  }

  /** A place in the grid. */
  private record Cell(int batch, SettingProfile power) {}

  private void addRow(int batch) {
    job.profiles(batch).stream().sorted(Comparator.comparingInt(SettingProfile::setting).reversed())
        .forEach(power -> untried.add(new Cell(batch, power)));
  }

  /** Runs a number of recurrences. Returns the cost of each, including the tries that did not reach the target. */
  ImmutableList<TrainingRun> recur(int times) {
    ImmutableList.Builder<TrainingRun> all = ImmutableList.builder();
    for (int i = 0; i < times; i++) {
      all.add(recur());
    }
    return all.build();
  }

  private TrainingRun recur() {
    TrainingRun all = TrainingRun.NONE;
    for (int i = 0; i < RecurringTraining.MOST_TRIES && !all.isReached(); i++) {
      all = all.then(attempt());
    }
    return all;
  }

  private TrainingRun attempt() {
    Cell untriedCell = untried.poll();
    Cell cell = untriedCell == null ? best : untriedCell;
    if (cell == null) {
      throw new IllegalStateException(job.job() + ": no batch size reached the target");
    }
    TrainingRun run = job.run(cell.batch(), cell.power(), new MeasuredJob.Bounds(weights, Double.POSITIVE_INFINITY, false), random);
    if (untriedCell != null && run.isReached()) {
      keepCheaper(cell, run.cost(weights));
    } else if (untriedCell != null) {
      untried.removeIf(other -> other.batch() == cell.batch());
    }
    return run;
  }

  private void keepCheaper(Cell cell, double cost) {
    if (cost < bestCost) {
      best = cell;
      bestCost = cost;
    }
  }
}
