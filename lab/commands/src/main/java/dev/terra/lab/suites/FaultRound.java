package dev.terra.lab.suites;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.StrikeReport;
import java.util.Map;

/**
 * One run of the jobs with a fault, and, where its cost is of interest, one without just before.
 *
 * @param seconds of each job
 * @param plainSeconds of each job in the run without the fault; empty where there is none
 * @param identical whether all jobs' results are those of the stock run
 * @param counters what the jobs' own counters say, with the fault
 * @param stockCounters what they say with the stock shuffle and the same fault; null where that was not run
 * @param fault what was seen of it; null where the jobs were done before it could strike
 */
record FaultRound(Map<String, Double> seconds, Map<String, Double> plainSeconds, boolean identical, JobCounters counters,
    JobCounters stockCounters, StrikeReport fault) {}
