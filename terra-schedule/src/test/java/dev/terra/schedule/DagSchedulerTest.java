package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DagSchedulerTest {
  private static final String JOB = "job_1700000000000_0001";
  private static final String SMALL_EDGE = JOB + "_dag_1_vertex_00_parts_3";
  private static final String LARGE_EDGE = JOB + "_dag_1_vertex_01_parts_3";

  private final Wan wan = Wans.evenTriangle();

  private Scheduler scheduler() {
    return new DagScheduler(
        Schedulers.create(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults())));
  }

  private static double rate(Allocation schedule, String id) {
    return schedule.shuffles().stream().filter(shuffle -> shuffle.id().equals(new ShuffleId(id)))
        .flatMap(shuffle -> shuffle.bundles().stream()).mapToDouble(BundleAllocation::bytesPerSecond).sum();
  }

  @Test
  void aSmallEdgeWaitsWithTheLargeOneOfItsDag() {
    List<ShuffleDemand> demands = List.of(
        Wans.shuffle(SMALL_EDGE, 0, "A", "B", 1e8), Wans.shuffle(LARGE_EDGE, 0, "A", "B", 1e9), Wans.shuffle("other", 0, "A", "B", 5e8));

    Allocation schedule = scheduler().schedule(wan, demands, 0);

    assertThat(rate(schedule, "other")).isCloseTo(250e6, within(1.0));
    assertThat(rate(schedule, SMALL_EDGE) + rate(schedule, LARGE_EDGE)).isCloseTo(0, within(1.0));
  }

  @Test
  void ofTheEdgesOfADagTheFirstGoesFirst() {
    List<ShuffleDemand> demands = List.of(Wans.shuffle(LARGE_EDGE, 3, "A", "B", 4e8, "A", "C", 2e8, "B", "C", 1e8),
        Wans.shuffle(SMALL_EDGE, 0, "A", "B", 1e8, "A", "C", 0), Wans.shuffle(JOB + "_dag_2_vertex_00_parts_3", 3, "C", "A", 1e9));

    Allocation schedule = scheduler().schedule(wan, demands, 4);

    assertThat(schedule.shuffles()).extracting(shuffle -> shuffle.id().value())
        .containsExactlyInAnyOrder(SMALL_EDGE, LARGE_EDGE, JOB + "_dag_2_vertex_00_parts_3");
    ShuffleAllocation small = schedule.shuffles().stream().filter(s -> s.id().value().equals(SMALL_EDGE)).findFirst().orElseThrow();
    ShuffleAllocation large = schedule.shuffles().stream().filter(s -> s.id().value().equals(LARGE_EDGE)).findFirst().orElseThrow();
    assertThat(small.bundles().get(0).bytesPerSecond()).isPositive();
    assertThat(large.bundles().get(0).rates()).as("where the first has something left").isEmpty();
    assertThat(small.bundles().get(1).rates()).as("where it has nothing").isEmpty();
    assertThat(large.bundles().subList(1, 3)).allMatch(bundle -> bundle.bytesPerSecond() > 0);
    assertThat(small.gammaSeconds()).isEqualTo(large.gammaSeconds());
    assertThat(ScheduleAudit.faults(wan, schedule, new PathSets(wan, PathRules.defaults()))).isEmpty();
  }

  @Test
  void whatIsNoEdgeIsLeftAlone() {
    List<ShuffleDemand> demands =
        List.of(Wans.shuffle("a", 0, "A", "B", 1e8), Wans.shuffle("b", 0, "A", "B", 1e9), Wans.shuffle(JOB, 0, "B", "C", 1));
    Scheduler plain = Schedulers.create(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults()));

    assertThat(scheduler().schedule(wan, demands, 0)).isEqualTo(plain.schedule(wan, demands, 0));
  }

  @Test
  void edgesOfUnlikeImportanceStayApart() {
    ShuffleDemand large = Wans.shuffle(LARGE_EDGE, 0, "A", "B", 1e9);
    ShuffleDemand urgent =
        new ShuffleDemand(large.id(), 0, 1, 1, large.deadlineSeconds(), large.bundles());

    Allocation schedule = scheduler().schedule(wan, List.of(Wans.shuffle(SMALL_EDGE, 0, "A", "B", 1e8), urgent), 0);

    assertThat(rate(schedule, LARGE_EDGE)).isCloseTo(250e6, within(1.0));
  }
}
