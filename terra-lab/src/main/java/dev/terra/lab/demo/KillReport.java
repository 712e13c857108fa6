package dev.terra.lab.demo;

import com.google.common.math.Quantiles;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What became of jobs under which one of several agents was killed again and again.
 *
 * @param holds whether every run was struck, no job could tell, nothing was fetched directly, and both limits were kept
 */
record KillReport(int agentsPerSite, long seed, boolean holds, Double medianStopSeconds, Double medianShareSeconds,
    List<KillReport.Kill> kills) {
  /** Of the median, seconds: for how long what the killed one carried may stand still. */
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
   * @param stopSeconds from the kill until everything that the killed one carried arrived again; null if the run was over before
   * @param shareSeconds from when it served again until it delivered; null if the run was over before
   */
  record Kill(String target, double place, boolean identical, JobCounters counters, long directFetches, long directBytes,
      Double stopSeconds, Double shareSeconds, String seen) {
    private boolean cost() {
      return !identical || directFetches > 0 || !counters.equals(JobCounters.NONE);
    }
  }

  static KillReport of(int agentsPerSite, long seed, List<Kill> kills) {
    Double stop = median(kills.stream().map(Kill::stopSeconds));
    Double share = median(kills.stream().map(Kill::shareSeconds));
    boolean holds = kills.stream().noneMatch(kill -> kill.target.isEmpty() || kill.cost()) && stop != null && stop < STOP_LIMIT_SECONDS
        && share != null && share < SHARE_LIMIT_SECONDS;
    return new KillReport(agentsPerSite, seed, holds, stop, share, List.copyOf(kills));
  }

  private static Double median(Stream<Double> seconds) {
    List<Double> known = seconds.filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : Quantiles.median().compute(known);
  }
}
