package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.JobCounters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpgradeReportTest {
  private static final UpgradeReport.Replaced AGENT = new UpgradeReport.Replaced("agent of A", 4);
  private static final UpgradeReport.Replaced NODE = new UpgradeReport.Replaced("NodeManager A-1", 9);

  private static UpgradeReport.Run run(String direction, boolean identical, JobCounters counters, UpgradeReport.Replaced... replaced) {
    return new UpgradeReport.Run(direction, List.of(replaced), Map.of("sort", 20.0), identical, counters);
  }

  private static boolean holds(UpgradeReport.Run... runs) {
    return UpgradeReport.of("v1", 2, List.of(runs)).holds();
  }

  @Test
  void everyProcessIsReplacedBothWays() {
    UpgradeReport.Run up = run("up", true, JobCounters.NONE, AGENT, NODE);
    assertThat(holds(up, run("back", true, JobCounters.NONE, NODE), run("back", true, JobCounters.NONE, AGENT))).isTrue();
    assertThat(holds(up, run("back", true, JobCounters.NONE, NODE))).isFalse();
  }

  @Test
  void aFetchMayFailOnlyWhereANodeManagerWasAway() {
    UpgradeReport.Run up = run("up", true, JobCounters.NONE, AGENT, NODE);
    JobCounters failed = new JobCounters(1, 0);
    assertThat(holds(up, run("back", true, failed, NODE), run("back", true, JobCounters.NONE, AGENT))).isTrue();
    assertThat(holds(up, run("back", true, JobCounters.NONE, NODE), run("back", true, failed, AGENT))).isFalse();
    assertThat(holds(up, run("back", true, new JobCounters(0, 1), NODE, AGENT))).as("another attempt").isFalse();
    assertThat(holds(up, run("back", false, JobCounters.NONE, NODE, AGENT))).as("other results").isFalse();
  }
}
