package dev.terra.lab.demo;

import dev.terra.core.wan.LinkId;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.StrikeReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The measurements of one run.
 *
 * @param secondsByJob job times by name
 * @param crossSiteBytesByJob what jobs shuffled across sites, if the jobs or the controller count it
 * @param counters the jobs' own counters, all jobs together
 * @param linkBytes IP bytes by link
 * @param shuffle the handlers' counters; zero with the stock handler, which has none
 * @param deliveredByPath what Terra's tunnels carried
 * @param outstandingSeconds time with cross-site bytes outstanding
 * @param fault the fault of the run, if it had one
 */
public record RunResult(
    Map<String, Double> secondsByJob,
    Map<String, Long> crossSiteBytesByJob,
    JobCounters counters,
    Map<LinkId, Long> linkBytes,
    ShuffleTotals shuffle,
    Map<List<String>, Long> deliveredByPath,
    double outstandingSeconds,
    Optional<StrikeReport> fault) {
  /** Returns the result of this run and of a part of it that followed. */
  public RunResult then(RunResult next) {
    return new RunResult(merged(secondsByJob, next.secondsByJob, Double::sum),
        merged(crossSiteBytesByJob, next.crossSiteBytesByJob, Long::sum), counters.plus(next.counters),
        merged(linkBytes, next.linkBytes, Long::sum), shuffle.plus(next.shuffle),
        merged(deliveredByPath, next.deliveredByPath, Long::sum), outstandingSeconds + next.outstandingSeconds,
        fault.or(next::fault));
  }

  private static <K, V> Map<K, V> merged(Map<K, V> one, Map<K, V> other, BinaryOperator<V> sum) {
    Map<K, V> merged = new LinkedHashMap<>(one);
    other.forEach((key, value) -> merged.merge(key, value, sum));
    return merged;
  }
}
