package dev.terra.sim.report;

import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult;
import java.util.List;
import java.util.Locale;

/** Writes runs as a table for people. */
public final class ResultsTable {
  private ResultsTable() {}

  /** Returns one line per run; improvements are relative to the first run. */
  public static String of(List<SimulationResult> runs) {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-16s %10s %10s %10s %10s %12s %10s %8s%n",
        "policy", "avg job s", "p50", "p95", "avg shuffle", "slowdown p50", "WAN used", "faster"));
    double first = averageJob(runs.get(0));
    for (SimulationResult run : runs) {
      Distribution jobs = new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds));
      Distribution coflows = new Distribution(run.coflows().stream().mapToDouble(CoflowTime::seconds));
      Distribution slowdown = new Distribution(run.coflows().stream().mapToDouble(CoflowTime::slowdown));
      text.append(String.format(Locale.ROOT, "%-16s %10.2f %10.2f %10.2f %10.2f %12.2f %9.1f%% %8s%n",
          run.policy(), jobs.average(), jobs.percentile(50), jobs.percentile(95), coflows.average(), slowdown.percentile(50),
          100 * run.use().average(), faster(first, jobs.average())));
    }
    return text.toString().stripTrailing();
  }

  /** Returns the factor by which a run is faster; "-" if its jobs take no time. */
  private static String faster(double first, double average) {
    return average > 0 ? String.format(Locale.ROOT, "%.2fx", first / average) : "-";
  }

  private static double averageJob(SimulationResult run) {
    return new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds)).average();
  }
}
