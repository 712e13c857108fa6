package dev.terra.reproduce.zeus;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.ProfileSearch;
import dev.terra.core.recurring.SettingProfile;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A job's measurements on a GPU.
 *
 * @param job the job
 * @param epochs for each batch size, the epochs to the target of each measured run; empty for a run that did not reach
 *     it
 * @param profiles for each batch size, the power and the time of an epoch at each power limit
 */
record MeasuredJob(TrainingJob job, ImmutableSortedMap<Integer, ImmutableList<OptionalInt>> epochs,
    ImmutableSortedMap<Integer, ImmutableList<SettingProfile>> profiles) {

  MeasuredJob {
    checkArgument(!epochs.isEmpty() && epochs.keySet().equals(profiles.keySet()),
        "%s: expected runs and power of at least one batch size, and of the same ones", job);
  }

  /** Returns the measurements of a batch size at each power limit. */
  ImmutableList<SettingProfile> profiles(int batch) {
    return known(profiles.get(batch), batch);
  }

  private ImmutableList<OptionalInt> paths(int batch) {
    return known(epochs.get(batch), batch);
  }

  private <T> T known(@Nullable T measured, int batch) {
    if (measured == null) {
      throw new IllegalArgumentException(job + ": expected one of the batch sizes " + epochs.keySet() + ", got " + batch);
    }
    return measured;
  }

  /** Returns the largest power limit. */
  int mostPower() {
    return profiles.values().stream().flatMap(List::stream).mapToInt(SettingProfile::setting).max().orElseThrow();
  }

  /** Returns the number of power limits. */
  int limits() {
    return (int) profiles.values().stream().flatMap(List::stream).mapToInt(SettingProfile::setting).distinct().count();
  }

  /** Returns the batch size without tuning: the authors', or the largest one for which this GPU has room. */
  int usualBatch() {
    Integer fitting = epochs.floorKey(job.usualBatch());
    return fitting == null ? epochs.firstKey() : fitting;
  }

  SettingProfile profile(int batch, int limit) {
    return profiles(batch).stream().filter(profile -> profile.setting() == limit).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(job + ", batch size " + batch + ": no power at a limit of " + limit + " W"));
  }

  /**
   * The bounds of a run.
   *
   * @param weights of its costs
   * @param stopAbove the cost above which the run is stopped, before the epoch that would exceed it
   * @param isProfiling whether its first epoch goes through all power limits
   */
  record Bounds(CostWeights weights, double stopAbove, boolean isProfiling) {}

  /** Returns a run at a power limit, on one of the measured paths to the target. */
  TrainingRun run(int batch, SettingProfile power, Bounds bounds, RandomGenerator random) {
    List<OptionalInt> paths = paths(batch);
    OptionalInt path = paths.get(random.nextInt(paths.size()));
    int most = (int) Math.min(job.mostEpochs(), Math.floor(bounds.stopAbove() / power.costPerUnit(bounds.weights())));
    boolean isReached = path.isPresent() && path.getAsInt() <= most;
    int run = isReached ? path.getAsInt() : most;
    TrainingRun rest = new TrainingRun(run * power.spentPerUnit(), run * power.secondsPerUnit(), isReached);
    return bounds.isProfiling() && run > 0 ? rest.plusEpoch(profilingEpoch(batch)).minusEpoch(power) : rest;
  }

  /** Returns the profile of an epoch with an equal part at each limit. */
  private SettingProfile profilingEpoch(int batch) {
    List<SettingProfile> all = profiles(batch);
    double seconds = all.stream().mapToDouble(SettingProfile::secondsPerUnit).average().orElseThrow();
    double joules = all.stream().mapToDouble(SettingProfile::spentPerUnit).average().orElseThrow();
    return new SettingProfile(0, joules / seconds, seconds);
  }

  /**
   * Returns the mean of a batch size's measured runs at a power limit; it is infinite if half of the runs or more did
   * not reach the target.
   */
  TrainingRun mean(int batch, SettingProfile power) {
    List<OptionalInt> paths = paths(batch);
    List<Integer> reached = paths.stream().flatMapToInt(OptionalInt::stream).filter(path -> path <= job.mostEpochs()).boxed().toList();
    double mean = 2 * reached.size() > paths.size() ? reached.stream().mapToInt(Integer::intValue).average().orElseThrow()
        : Double.POSITIVE_INFINITY;
    return new TrainingRun(mean * power.spentPerUnit(), mean * power.secondsPerUnit(), Double.isFinite(mean));
  }

  /** Returns the cost without any tuning: the usual batch size at the largest power limit. */
  TrainingRun usual() {
    return mean(usualBatch(), profile(usualBatch(), mostPower()));
  }

  /** Returns the least cost of all batch sizes and power limits. */
  double leastCost(CostWeights weights) {
    return profiles.entrySet().stream().map(entry -> mean(entry.getKey(), ProfileSearch.cheapest(weights, entry.getValue())))
        .filter(TrainingRun::isReached).mapToDouble(run -> run.cost(weights)).min().orElseThrow();
  }
}
