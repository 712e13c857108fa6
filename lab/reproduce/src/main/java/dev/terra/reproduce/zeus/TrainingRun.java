package dev.terra.reproduce.zeus;

import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.SettingProfile;

/**
 * The cost of runs.
 *
 * @param joules their energy
 * @param seconds their time
 * @param isReached whether the last one reached its target
 */
record TrainingRun(double joules, double seconds, boolean isReached) {
  static final TrainingRun NONE = new TrainingRun(0, 0, false);

  double cost(CostWeights weights) {
    return weights.cost(joules, seconds);
  }

  TrainingRun then(TrainingRun next) {
    return new TrainingRun(joules + next.joules, seconds + next.seconds, next.isReached);
  }

  TrainingRun plusEpoch(SettingProfile epoch) {
    return new TrainingRun(joules + epoch.spentPerUnit(), seconds + epoch.secondsPerUnit(), isReached);
  }

  TrainingRun minusEpoch(SettingProfile epoch) {
    return new TrainingRun(joules - epoch.spentPerUnit(), seconds - epoch.secondsPerUnit(), isReached);
  }
}
