package dev.terra.cli.simulate;

import dev.terra.cli.progress.Progress;
import dev.terra.schedule.PolicyName;
import dev.terra.sim.Evaluation;
import dev.terra.sim.Simulation;
import dev.terra.sim.SimulationResult;
import java.util.ArrayList;
import java.util.List;

/** Policies by name, and the bound, which is not a policy. */
final class Policies {
  static final String BOUND = "bound";

  private Policies() {}

  /** Checks names before a run begins. */
  static List<String> check(List<String> names) {
    for (String name : names) {
      if (!name.equals(BOUND)) {
        PolicyName.parse(name);
      }
    }
    return names;
  }

  static List<SimulationResult> run(Evaluation evaluation, List<String> names, Progress progress) {
    List<SimulationResult> runs = new ArrayList<>();
    for (String name : names) {
      Simulation.Watcher watcher = (done, all) -> progress.bar(name, done, all);
      runs.add(name.equals(BOUND) ? evaluation.bound() : evaluation.run(PolicyName.parse(name), watcher));
      progress.clearBar();
    }
    return runs;
  }
}
