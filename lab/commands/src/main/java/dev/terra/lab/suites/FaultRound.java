package dev.terra.lab.suites;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.StrikeReport;
import java.util.Map;

/**
 * One run of the jobs with a fault and, if its cost is of interest, the run without the fault just before.
 *
 * @param seconds of each job
 * @param plainSeconds of each job in the run without the fault; empty if there is none
 * @param identical whether all jobs' results are those of the stock run
 * @param counters the jobs' own counters, with the fault
 * @param stockCounters the jobs' own counters with the stock shuffle and the same fault; null if that was not run
 * @param fault what was observed of the fault; null if the jobs were done before it could strike
 */
record FaultRound(Map<String, Double> seconds, Map<String, Double> plainSeconds, boolean identical, JobCounters counters,
    JobCounters stockCounters, StrikeReport fault) {}
