package dev.terra.lab.suites;

import dev.terra.lab.cluster.ClusterControl;
import dev.terra.lab.engine.JobCounters;
import java.util.List;
import java.util.Map;

/**
 * The outcome of jobs during which all of Terra's processes were replaced.
 *
 * @param from the older programs
 * @param holds whether every process was replaced in both directions, and no job was affected
 */
record UpgradeReport(String from, boolean holds, List<UpgradeReport.Run> runs) {
  /**
   * A process that was replaced.
   *
   * @param awaySeconds from the request to end until its successor served
   */
  record Replaced(String process, double awaySeconds) {
    private boolean isNode() {
      return process.startsWith(ClusterControl.NODE_NAME);
    }
  }

  /**
   * One run of the jobs.
   *
   * @param direction to the newer programs, or back
   * @param identical whether all jobs' results are those of the stock run
   */
  record Run(String direction, List<Replaced> replaced, Map<String, Double> seconds, boolean identical, JobCounters counters) {
    /**
     * Returns whether the run is as it should be. A fetch at a NodeManager that is away fails with any shuffle, and
     * docs/use/operate.md describes this.
     */
    private boolean isFine() {
      boolean mayFail = replaced.stream().anyMatch(Replaced::isNode);
      return identical && counters.extraAttempts() == 0 && (mayFail || counters.failedShuffles() == 0);
    }
  }

  /** Returns the report of runs in which the given number of processes had to be replaced in each direction. */
  static UpgradeReport of(String from, int processes, List<Run> runs) {
    long replaced = runs.stream().mapToLong(run -> run.replaced.size()).sum();
    return new UpgradeReport(from, replaced == 2L * processes && runs.stream().allMatch(Run::isFine), List.copyOf(runs));
  }
}
