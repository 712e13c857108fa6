package dev.terra.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.demo.DemoReport.JobTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final JobTimes LARGE = new JobTimes("large", (64L << 20) + 1, 300, 100, true);
  private static final JobTimes SMALL = new JobTimes("small", 64L << 20, 100, 100, true);
  private static final JobTimes UNKNOWN = new JobTimes("unknown", null, 100, 100, true);

  @Test
  void longJobsCountForMore() {
    assertThat(DemoReport.speedup(List.of(LARGE, SMALL))).isEqualTo(2);
  }

  @Test
  void jobsOfAtMost64MiBAcrossSitesAreLeftOut() {
    assertThat(DemoReport.largeJobsSpeedup(List.of(LARGE, SMALL, UNKNOWN))).isEqualTo(3);
    assertThat(DemoReport.largeJobsSpeedup(List.of(SMALL, UNKNOWN))).isNull();
  }
}
