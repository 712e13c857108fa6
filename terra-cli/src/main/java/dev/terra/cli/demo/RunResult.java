package dev.terra.cli.demo;

import dev.terra.core.wan.LinkId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run measured.
 *
 * @param secondsByJob job times by name
 * @param counters what the jobs' own counters say, all jobs together
 * @param linkBytes IP bytes by link
 * @param shuffle the handlers' counters; zero with the stock handler, which has none
 * @param deliveredByPath what Terra's tunnels carried
 * @param outstandingSeconds time with cross-site bytes outstanding
 * @param fault what was broken in it
 */
record RunResult(
    Map<String, Double> secondsByJob,
    JobCounters counters,
    Map<LinkId, Long> linkBytes,
    ShuffleTotals shuffle,
    Map<List<String>, Long> deliveredByPath,
    double outstandingSeconds,
    Optional<DemoReport.FaultReport> fault) {}
