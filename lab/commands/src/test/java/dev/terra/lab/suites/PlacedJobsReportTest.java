package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.engine.JobCounters;
import dev.terra.testbed.ReducerSpread;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacedJobsReportTest {
  private static DemoReport demo(double terraSeconds, boolean identical) {
    return new DemoReport("swan", "mr", List.of(new DemoReport.JobTimes("large", 30L, 100, terraSeconds, identical),
        new DemoReport.JobTimes("small", 10L, 80, terraSeconds, true)), 1, null,
        new DemoReport.Wan(0, 0, 0, List.of(), List.of()), null, 0, new DemoReport.Counters(JobCounters.NONE, JobCounters.NONE), null);
  }

  private static PlacedJobsReport report(double terraSeconds, boolean identical) {
    Map<ReducerSpread, DemoReport> reports = new EnumMap<>(ReducerSpread.class);
    reports.put(ReducerSpread.BALANCED, demo(60, true));
    reports.put(ReducerSpread.STOCK, demo(60, true));
    reports.put(ReducerSpread.TERRA, demo(terraSeconds, identical));
    return PlacedJobsReport.of(List.of(), 1.5, reports);
  }

  @Test
  void theGainIsThatOfThePlacementAlone() {
    PlacedJobsReport report = report(40, true);
    assertThat(report.gain()).isEqualTo(1.5);
    assertThat(report.problems()).isEmpty();
    assertThat(report.rows()).extracting(PlacedJobsReport.Row::placement).containsExactly("balanced", "stock", "terra");
    assertThat(report.rows().get(2)).isEqualTo(new PlacedJobsReport.Row("terra", 90, 40, 40L, true, 0));
  }

  @Test
  void aSmallerGainAndResultsThatDifferAreProblems() {
    assertThat(report(50, true).problems()).singleElement().asString().contains("1.20 times as fast, 1.50 wanted");
    assertThat(report(30, false).problems()).containsExactly("terra: results differ");
  }
}
