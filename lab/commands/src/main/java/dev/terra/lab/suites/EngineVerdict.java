package dev.terra.lab.suites;

import dev.terra.lab.demo.DemoReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The verdict of whether the jobs of an engine were affected by Terra, compared with the stock shuffle.
 *
 * @param problems how they were affected; none: passed
 */
record EngineVerdict(boolean passed, List<String> problems, DemoReport report) {
  /** The least share of the eligible bytes across sites that tunnels must carry. */
  private static final double MIN_TUNNEL_SHARE = 0.95;

  static EngineVerdict of(DemoReport report) {
    List<String> problems = new ArrayList<>();
    report.jobs().stream().filter(job -> !job.outputsIdentical()).forEach(job -> problems.add(job.name() + "'s results differ"));
    DemoReport.Wan wan = report.wan();
    long eligible = wan.bytesByTunnels() + wan.bytesByStockPath();
    if (eligible == 0) {
      problems.add("nothing was eligible for a tunnel");
    } else if (wan.bytesByTunnels() < MIN_TUNNEL_SHARE * eligible) {
      problems.add(String.format(Locale.ROOT, "tunnels carried only %.1f %% of %d eligible bytes",
          100.0 * wan.bytesByTunnels() / eligible, eligible));
    }
    problems.addAll(report.counters().terra().beyond(report.counters().stock()));
    return new EngineVerdict(problems.isEmpty(), List.copyOf(problems), report);
  }
}
