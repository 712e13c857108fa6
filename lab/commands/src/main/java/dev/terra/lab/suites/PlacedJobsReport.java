package dev.terra.lab.suites;

import dev.terra.lab.demo.DemoReport;
import dev.terra.testbed.ReducerSpread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code ./terra verify placement --json} prints. Times are seconds, the mean of the jobs; sizes are bytes.
 *
 * @param inputShares of the sites; empty if they are even
 * @param gain how many times as fast jobs are with Terra and its placement as with Terra and the stock placement
 * @param leastGain what {@code gain} has to be
 * @param problems what does not hold
 */
public record PlacedJobsReport(
    String topology, List<Double> inputShares, List<Row> rows, double gain, double leastGain, List<String> problems) {
  /**
   * One placement.
   *
   * @param crossSiteBytes what both jobs shuffled across sites with Terra; null where the controller does not tell
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
