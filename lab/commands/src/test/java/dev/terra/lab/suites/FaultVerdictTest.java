package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.lab.jobfaults.NodeRunFaults;
import dev.terra.lab.jobfaults.StrikeReport;
import dev.terra.testbed.hadoop.Cluster;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultVerdictTest {
  private static final StrikeReport STRUCK = new StrikeReport("agent", "A", 1, 1, 1, null, 2.0, "");
  private static final StrikeReport CUT_SHORT = new StrikeReport("preemption", "all sites", 1, 1, 1, null, null, "");

  private static FaultRound round(double cost, boolean identical, JobCounters counters, StrikeReport fault) {
    return new FaultRound(Map.of("large", 20 + cost, "small", 10 + cost), Map.of("large", 20.0, "small", 10.0), identical, counters, null,
        fault);
  }

  private static FaultVerdict verdict(FaultKind kind, FaultRound... rounds) {
    return FaultVerdict.of("mr", kind, List.of(rounds));
  }

  private static FaultRound well(double cost) {
    return round(cost, true, JobCounters.NONE, STRUCK);
  }

  @Test
  void costsTheMedianOfAllJobsAndRounds() {
    FaultVerdict verdict = verdict(FaultKind.AGENT, well(1), well(2), well(60));
    assertThat(verdict.medianCostSeconds()).isEqualTo(2);
    assertThat(verdict.holds()).isTrue();
  }

  @Test
  void anAgentsDeathMayCostLessThanFiveSeconds() {
    assertThat(verdict(FaultKind.AGENT, well(5)).holds()).isFalse();
    assertThat(verdict(FaultKind.LINK, well(5)).holds()).isTrue();
  }

  @Test
  void everyRoundIsStruckAndHasTheStockRunsResults() {
    assertThat(verdict(FaultKind.NODE, well(1), round(1, false, JobCounters.NONE, STRUCK)).holds()).isFalse();
    assertThat(verdict(FaultKind.NODE, well(1), round(1, true, JobCounters.NONE, null)).holds()).isFalse();
  }

  /** Checks the verdict on a small job just below the limit of its cost and at the limit. Without the fault, the small job takes 10 s. */
  private static void costsLessThan(FaultKind kind, double limitOfSmall, int strikes) {
    StrikeReport struck = new StrikeReport(kind.label(), "A-1", strikes, 1, 1, null, 2.0, "");
    Map<String, Double> plain = Map.of("small", 10.0);
    assertThat(verdict(kind, costing(limitOfSmall - 0.1, plain, struck)).holds()).as("%s, just below its limit", kind).isTrue();
    assertThat(verdict(kind, costing(limitOfSmall, plain, struck)).holds()).as("%s, at its limit", kind).isFalse();
    assertThat(verdict(kind, costing(0, Map.of(), struck)).holds()).as("%s, compared with nothing", kind).isFalse();
  }

  private static FaultRound costing(double seconds, Map<String, Double> plain, StrikeReport struck) {
    return new FaultRound(Map.of("small", 10 + seconds), plain, true, JobCounters.NONE, null, struck);
  }

  @Test
  void whatEndsOfYarnsOwnMayCostWhatHasToBeDoneAgain() {
    costsLessThan(FaultKind.TASK, 10, 1);
    costsLessThan(FaultKind.STRAGGLER, NodeRunFaults.STALL_SECONDS, 1);
    costsLessThan(FaultKind.NODE, 9 * NodeRunFaults.BETWEEN_KILLS_SECONDS, 9);
    costsLessThan(FaultKind.DECOMMISSION, FaultVerdict.MASTER_RETRY_SECONDS + 10, 1);
    costsLessThan(FaultKind.LOST_NODE, Cluster.NODE_EXPIRY_SECONDS + FaultVerdict.MASTER_RETRY_SECONDS + 10, 1);
  }

  @Test
  void anEndedTaskFailsNobodysShuffle() {
    for (FaultKind kind : List.of(FaultKind.TASK, FaultKind.STRAGGLER)) {
      assertThat(verdict(kind, round(1, true, new JobCounters(1, 0), STRUCK)).holds()).as(kind.label()).isFalse();
    }
  }

  @Test
  void noMoreStagesAreTriedAgainThanWithStock() {
    JobCounters one = new JobCounters(3, 5, 1);
    assertThat(verdict(FaultKind.NODE, beside(one, new JobCounters(0, 0, 1))).holds()).isTrue();
    assertThat(verdict(FaultKind.NODE, beside(one, JobCounters.NONE)).holds()).isFalse();
  }

  private static FaultRound beside(JobCounters terra, JobCounters stock) {
    return new FaultRound(Map.of("small", 11.0), Map.of("small", 10.0), true, terra, stock, STRUCK);
  }

  @Test
  void aPreemptionLastsItsTimeAndIsComparedWithNothing() {
    Map<String, Double> seconds = Map.of("large", 800.0);
    FaultVerdict whole = verdict(FaultKind.PREEMPTION, new FaultRound(seconds, Map.of(), true, JobCounters.NONE, null, STRUCK));
    assertThat(whole.holds()).isTrue();
    assertThat(whole.medianCostSeconds()).isNull();
    assertThat(verdict(FaultKind.PREEMPTION, new FaultRound(seconds, Map.of(), true, JobCounters.NONE, null, CUT_SHORT)).holds()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatEndsOfYarnsOwnCostsAttempts(FaultKind kind) {
    FaultRound repeated = round(1, true, new JobCounters(0, 1), STRUCK);
    Set<FaultKind> ofYarn =
        EnumSet.of(FaultKind.SERVICE, FaultKind.NODE, FaultKind.LOST_NODE, FaultKind.DECOMMISSION, FaultKind.TASK, FaultKind.STRAGGLER);
    assertThat(verdict(kind, well(1)).holds()).isTrue();
    assertThat(verdict(kind, repeated).holds()).isEqualTo(ofYarn.contains(kind));
  }
}
