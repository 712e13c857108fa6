package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

class DagOrderTest {
  private static final String DAG = "a dag";
  private static final String FIRST_EDGE = "first edge";
  private static final String SECOND_EDGE = "second edge";
  /** The capacity of both paths from A to B together, bytes/s. */
  private static final double ALL = 250e6;

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  private Allocation schedule(PolicyName policy, List<ShuffleDemand> demands) {
    return new PolicyScheduler(SchedulerConfig.of(policy).withAlpha(0), paths).schedule(wan, demands, 4);
  }

  private static ShuffleDemand edge(String id, double arrivalSeconds, Object... triples) {
    return Wans.shuffle(id, arrivalSeconds, triples).withGroup(DAG);
  }

  private static double rate(Allocation schedule, String id) {
    return of(schedule, id).bundles().stream().mapToDouble(BundleAllocation::bytesPerSecond).sum();
  }

  private static ShuffleAllocation of(Allocation schedule, String id) {
    return schedule.shuffles().stream().filter(shuffle -> shuffle.id().equals(new ShuffleId(id))).findFirst().orElseThrow();
  }

  @Test
  void aSmallEdgeWaitsWithTheLargeOneOfItsDag() {
    Allocation schedule = schedule(PolicyName.TERRA_PLUS, List.of(edge(FIRST_EDGE, 0, "A", "B", 1e8),
        edge(SECOND_EDGE, 0, "A", "B", 1e9), Wans.shuffle("other", 0, "A", "B", 5e8)));

    assertThat(rate(schedule, "other")).isCloseTo(ALL, within(1.0));
    assertThat(rate(schedule, FIRST_EDGE) + rate(schedule, SECOND_EDGE)).isCloseTo(0, within(1.0));
  }

  @Test
  void theDissertationsPolicyKnowsOfNoDags() {
    Allocation schedule = schedule(PolicyName.TERRA, List.of(edge(FIRST_EDGE, 0, "A", "B", 1e8),
        edge(SECOND_EDGE, 0, "A", "B", 1e9), Wans.shuffle("other", 0, "A", "B", 5e8)));

    assertThat(rate(schedule, FIRST_EDGE)).isCloseTo(ALL, within(1.0));
  }

  @Test
  void theLastOfAnEdgeIsNotStretchedToWhatItsDagHasLeft() {
    Allocation schedule = schedule(PolicyName.TERRA_PLUS,
        List.of(edge(SECOND_EDGE, 3, "A", "C", 5e8, "B", "C", 5e8), edge(FIRST_EDGE, 0, "A", "B", 1e6)));

    assertThat(rate(schedule, FIRST_EDGE)).isCloseTo(ALL, within(1.0));
    assertThat(of(schedule, FIRST_EDGE).gammaSeconds()).isCloseTo(1e6 / ALL, within(1e-9));
    assertThat(rate(schedule, SECOND_EDGE)).as("what the first leaves").isPositive();
    assertThat(ScheduleAudit.faults(wan, schedule, paths)).isEmpty();
  }

  @Test
  void ofTheEdgesOfADagTheFirstGoesFirstHoweverLarge() {
    Allocation schedule = schedule(PolicyName.TERRA_PLUS,
        List.of(edge(SECOND_EDGE, 3, "A", "B", 1e8), edge(FIRST_EDGE, 0, "A", "B", 1e9)));

    assertThat(rate(schedule, FIRST_EDGE)).isCloseTo(ALL, within(1.0));
    assertThat(rate(schedule, SECOND_EDGE)).isCloseTo(0, within(1.0));
  }

  @Test
  void anotherDagIsAnother() {
    String other = "edge of another";
    Allocation schedule = schedule(
        PolicyName.TERRA_PLUS,
        List.of(edge(FIRST_EDGE, 0, "A", "B", 1e9), Wans.shuffle(other, 3, "A", "B", 1e8).withGroup("another dag")));

    assertThat(rate(schedule, other)).isCloseTo(ALL, within(1.0));
  }

  @Test
  void edgesOfUnlikeImportanceStayApart() {
    ShuffleDemand large = edge(SECOND_EDGE, 0, "A", "B", 1e9);
    ShuffleDemand urgent = large.withTerms(ShuffleTerms.ORDINARY.withPriority(1));

    Allocation schedule = schedule(PolicyName.TERRA_PLUS, List.of(edge(FIRST_EDGE, 0, "A", "B", 1e8), urgent));

    assertThat(rate(schedule, SECOND_EDGE)).isCloseTo(ALL, within(1.0));
  }
}
