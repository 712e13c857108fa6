package dev.terra.lab.suites;

import com.google.common.math.Quantiles;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.AgentsFault;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What became of jobs under which agents that share a site went, again and again.
 *
 * @param holds whether every run was struck, no job could tell, and the limits of what happened were kept
 * @param medianStopSeconds of the kills
 * @param medianShareSeconds of the kills
 */
record AgentsReport(int agentsPerSite, long seed, boolean holds, Double medianStopSeconds, Double medianShareSeconds,
    List<AgentsReport.Round> rounds) {
  /** Of the median, seconds: for how long what a killed one carried may stand still. */
  static final double STOP_LIMIT_SECONDS = 1;
  /** Of the median, seconds: from when it serves again to its first bytes. */
  static final double SHARE_LIMIT_SECONDS = 2;

  /**
   * One run.
   *
   * @param place the share of the bytes after which it struck
   * @param identical whether all jobs' results are those of the stock run
   * @param directFetches how often a handler fetched from the origin instead, in this run
   * @param directBytes by the stock path, in this run
   * @param stopSeconds from a kill until everything that the killed one carried arrived again; from a drain until it was safe to stop;
   *     null if the run was over before
   * @param shareSeconds from when a killed one served again until it delivered; null if the run was over before, or no agent was killed
   */
  record Round(AgentsFault.Kind what, String target, double place, boolean identical, JobCounters counters, long directFetches,
      long directBytes, Double stopSeconds, Double shareSeconds, String seen) {
    private boolean holds() {
      boolean lessByTerra = what == AgentsFault.Kind.DRAIN_SITE || what == AgentsFault.Kind.SEVERAL;
      return !target.isEmpty() && identical && counters.equals(JobCounters.NONE) && (lessByTerra || directFetches == 0)
          && (what == AgentsFault.Kind.KILL || stopSeconds != null);
    }
  }

  static AgentsReport of(int agentsPerSite, long seed, List<Round> rounds) {
    List<Round> kills = rounds.stream().filter(round -> round.what == AgentsFault.Kind.KILL).toList();
    Double stop = median(kills.stream().map(Round::stopSeconds));
    Double share = median(kills.stream().map(Round::shareSeconds));
    boolean quick = stop != null && stop < STOP_LIMIT_SECONDS && share != null && share < SHARE_LIMIT_SECONDS;
    boolean holds = !rounds.isEmpty() && rounds.stream().allMatch(Round::holds) && (kills.isEmpty() || quick);
    return new AgentsReport(agentsPerSite, seed, holds, stop, share, List.copyOf(rounds));
  }

  private static Double median(Stream<Double> seconds) {
    List<Double> known = seconds.filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : Quantiles.median().compute(known);
  }
}
