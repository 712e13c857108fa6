package dev.terra.lab.suites;

import dev.terra.lab.demo.DemoReport;
import dev.terra.testbed.ReducerSpread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The output of {@code ./terra verify placement --json}. Times are in seconds, the mean of the jobs; sizes are in
 * bytes.
 *
 * @param inputShares of the sites; empty if they are even
 * @param gain the time of jobs with Terra and the stock placement, divided by that with Terra and its placement
 * @param leastGain the limit of {@code gain}
 * @param problems what does not hold
 */
public record PlacedJobsReport(
    String topology, List<Double> inputShares, List<Row> rows, double gain, double leastGain, List<String> problems) {
  /**
   * One placement.
   *
   * @param crossSiteBytes what both jobs shuffled across sites with Terra; null if the controller has no figure
   */
  public record Row(String placement, double stockSeconds, double terraSeconds, Long crossSiteBytes, boolean identical, long fallbacks) {
    static Row of(ReducerSpread placement, DemoReport report) {
      List<DemoReport.JobTimes> jobs = report.jobs();
      boolean known = jobs.stream().allMatch(job -> job.crossSiteBytes() != null);
      return new Row(placement.label(), jobs.stream().mapToDouble(DemoReport.JobTimes::stockSeconds).average().orElseThrow(),
          jobs.stream().mapToDouble(DemoReport.JobTimes::terraSeconds).average().orElseThrow(),
          known ? Long.valueOf(jobs.stream().mapToLong(DemoReport.JobTimes::crossSiteBytes).sum()) : null,
          report.allOutputsIdentical(), report.fallbacks());
    }
  }

  /** Compares reports of all placements. */
  static PlacedJobsReport of(List<Double> inputShares, double leastGain, Map<ReducerSpread, DemoReport> reports) {
    List<Row> rows = reports.entrySet().stream().map(report -> Row.of(report.getKey(), report.getValue())).toList();
    double gain = Row.of(ReducerSpread.STOCK, reports.get(ReducerSpread.STOCK)).terraSeconds()
        / Row.of(ReducerSpread.TERRA, reports.get(ReducerSpread.TERRA)).terraSeconds();
    List<String> problems = new ArrayList<>();
    rows.stream().filter(row -> !row.identical()).forEach(row -> problems.add(row.placement() + ": results differ"));
    if (gain < leastGain) {
      problems.add(String.format(Locale.ROOT, "with Terra's placement jobs are %.2f times as fast, %.2f wanted", gain, leastGain));
    }
    return new PlacedJobsReport(reports.values().iterator().next().topology(), inputShares, rows, gain, leastGain, List.copyOf(problems));
  }
}
