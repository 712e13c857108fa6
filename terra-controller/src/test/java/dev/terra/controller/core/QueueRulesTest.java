package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.SentOnPath;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostBudget.Strictness;
import dev.terra.schedule.cost.CostGoal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests with a shuffle of 10 MB from A to B. A gigabyte costs 9 cents on the direct link and 4 cents over C. So the shuffle costs 0.0009
 * or 0.0004 dollars, and somewhat more with headers.
 */
class QueueRulesTest {
  private static final long BYTES = 10_000_000;
  private static final String JOB = "job_1";

  private static Harness of(String queue, CostGoal goal, Residency residency) {
    Map<String, PartialTerms> terms = goal.isTimeAlone() ? Map.of() : Map.of("rich", PartialTerms.NONE.withGoal(goal));
    Harness harness = new Harness(
        PolicyName.TERRA_PLUS, new QueueSettings(terms, LatencyClasses.USUAL, UncompressedJobs.NONE, residency, Optional.empty()));
    harness.helloAll();
    harness.produced(1, JOB, BYTES);
    harness.placed(2, JOB, 0, "B");
    harness.say(1, AgentReport.newBuilder().setDescription(
        ShuffleDescription.newBuilder().setShuffle(JOB).setOrder(ReadersOrder.IN_TURN).setQueue(queue).setUser("ann")));
    harness.round();
    return harness;
  }

  private static Map<String, Double> rates(Harness harness) {
    return harness.ratesOf(1).getOrDefault(JOB + ">B", Map.of());
  }

  private static void sent(Harness harness, long acknowledged, long bytes, String... sites) {
    harness.say(1, AgentReport.newBuilder().setProgress(BundleProgress.newBuilder().setShuffle(JOB).setTo("B")
        .setAcknowledgedBytes(acknowledged).addSent(
            SentOnPath.newBuilder().setBytes(bytes).setPath(WanPath.newBuilder().addAllSites(List.of(sites))))));
  }

  @Test
  void withoutAGoalTimeAloneCounts() {
    assertThat(rates(of("rich", CostGoal.TIME, Residency.FREE))).containsOnlyKeys("A-B", "A-C-B");
    assertThat(rates(of("other", new CostGoal(0, null), Residency.FREE))).containsOnlyKeys("A-B", "A-C-B");
  }

  @Test
  void aQueueWhoseTimeIsWorthNothingTakesTheCheapestPath() {
    assertThat(rates(of("rich", new CostGoal(0, null), Residency.FREE))).containsOnlyKeys("A-C-B");
    assertThat(rates(of("rich", new CostGoal(1_000_000, null), Residency.FREE))).containsOnlyKeys("A-B", "A-C-B");
  }

  @Test
  void aHardBudgetIsKeptWhateverPathsTheBytesTake() {
    assertThat(rates(of("rich", budget(0.0006), Residency.FREE))).containsOnlyKeys("A-C-B");
    Harness harness = of("rich", budget(0.001), Residency.FREE);
    assertThat(rates(harness)).containsOnlyKeys("A-B", "A-C-B");
    sent(harness, 3_000_000, 5_000_000, "A", "B");
    harness.at(2).round();
    assertThat(rates(harness)).as("what was sent again has cost, too: a plan that uses the direct link no longer stands")
        .containsOnlyKeys("A-C-B");
  }

  @Test
  void aHardBudgetBelowTheCheapestPathsIsNamedOnceWithItsPrice() {
    Harness harness = of("rich", budget(0.0001), Residency.FREE);
    assertThat(rates(harness)).containsOnlyKeys("A-C-B");
    harness.at(1).round();
    assertThat(harness.events("budget-missed")).singleElement().satisfies(event -> assertThat(event)
        .contains("queue rich").contains("hard budget of $ 0.0001").contains("$ 0.0004"));
    assertThat(of("rich", budget(0.0006), Residency.FREE).events("budget-missed")).isEmpty();
  }

  private static CostGoal budget(double usd) {
    return new CostGoal(Double.POSITIVE_INFINITY, new CostBudget(usd, Strictness.HARD));
  }

  @Test
  void residencyRulesPathsOutEvenIfNoOtherIsLeft() {
    Residency never = new Residency(ImmutableMap.of("pii", ImmutableSet.of(Harness.C)));
    Harness harness = of("pii", CostGoal.TIME, never);
    assertThat(rates(harness)).containsOnlyKeys("A-B");
    harness.tunnel(1, false, "A", "B");
    harness.at(10).tick();
    harness.round();
    assertThat(rates(harness)).as("the way over C is not taken").doesNotContainKey("A-C-B");
    assertThat(rates(of("other", CostGoal.TIME, never))).containsOnlyKeys("A-B", "A-C-B");
    assertThat(rates(of("", CostGoal.TIME, never))).as("its queue is not known").containsOnlyKeys("A-B");
  }

  @Test
  void residencyRulesOutWhatIsReadAtAForbiddenSite() {
    Residency never = new Residency(ImmutableMap.of("pii", ImmutableSet.of(Harness.B)));
    assertThat(rates(of("pii", CostGoal.TIME, never))).isEmpty();
  }

  @Test
  void whatAgentsHaveSentIsPublishedByPath() {
    Harness harness = of("rich", CostGoal.TIME, Residency.FREE);
    sent(harness, 100, 120, "A", "C", "B");
    ShuffleFigures figures = harness.state.view(harness.nowNanos).running().get(new ShuffleId(JOB));
    assertThat(figures.bundles()).singleElement()
        .satisfies(bundle -> assertThat(bundle.onLinks().sent()).isEqualTo(Map.of(Path.of("A", "C", "B"), 120L)));
  }
}
