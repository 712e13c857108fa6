package dev.terra.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.demo.JobFaults.Round;
import dev.terra.lab.demo.JobFaults.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobFaultsTest {
  private static final DemoReport.FaultReport STRUCK = new DemoReport.FaultReport("agent", "A", 1, 1, null, 2.0, "");
  private static final DemoReport.FaultReport CUT_SHORT = new DemoReport.FaultReport("preemption", "all sites", 1, 1, null, null, "");

  private static Round round(double cost, boolean identical, JobCounters counters, DemoReport.FaultReport fault) {
    return new Round(Map.of("large", 20 + cost, "small", 10 + cost), Map.of("large", 20.0, "small", 10.0), identical, counters, fault);
  }

  private static Verdict verdict(FaultKind kind, Round... rounds) {
    return Verdict.of("mr", kind, List.of(rounds));
  }

  private static Round well(double cost) {
    return round(cost, true, JobCounters.NONE, STRUCK);
  }

  @Test
  void costsTheMedianOfAllJobsAndRounds() {
    Verdict verdict = verdict(FaultKind.AGENT, well(1), well(2), well(60));
    assertThat(verdict.medianCostSeconds()).isEqualTo(2);
    assertThat(verdict.holds()).isTrue();
  }

  @Test
  void onlyAnAgentsDeathHasALimitToItsCost() {
    assertThat(verdict(FaultKind.AGENT, well(5)).holds()).isFalse();
    assertThat(verdict(FaultKind.LINK, well(5)).holds()).isTrue();
  }

  @Test
  void everyRoundIsStruckAndHasTheStockRunsResults() {
    assertThat(verdict(FaultKind.NODE, well(1), round(1, false, JobCounters.NONE, STRUCK)).holds()).isFalse();
    assertThat(verdict(FaultKind.NODE, well(1), round(1, true, JobCounters.NONE, null)).holds()).isFalse();
  }

  @Test
  void aPreemptionLastsItsTimeAndIsComparedWithNothing() {
    Map<String, Double> seconds = Map.of("large", 800.0);
    Verdict whole = verdict(FaultKind.PREEMPTION, new Round(seconds, Map.of(), true, JobCounters.NONE, STRUCK));
    assertThat(whole.holds()).isTrue();
    assertThat(whole.medianCostSeconds()).isNull();
    assertThat(verdict(FaultKind.PREEMPTION, new Round(seconds, Map.of(), true, JobCounters.NONE, CUT_SHORT)).holds()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatEndsOfYarnsOwnCostsAttempts(FaultKind kind) {
    Round repeated = round(1, true, new JobCounters(0, 1), STRUCK);
    Set<FaultKind> ofYarn =
        EnumSet.of(FaultKind.NODE, FaultKind.LOST_NODE, FaultKind.DECOMMISSION, FaultKind.TASK, FaultKind.STRAGGLER);
    assertThat(verdict(kind, well(1)).holds()).isTrue();
    assertThat(verdict(kind, repeated).holds()).isEqualTo(ofYarn.contains(kind));
  }
}
