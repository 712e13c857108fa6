package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final Wan wan = Wans.evenTriangle();
  private final Scheduler scheduler =
      new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults()));

  /** Returns a shuffle from A to B, whose Gamma is bytes / 250e6 s. */
  private static ShuffleDemand demand(String id, double bytes, double deadlineSeconds) {
    return ShuffleDemand.of(new ShuffleId(id), 0,
        ImmutableList.of(new BundleDemand(new SiteId("A"), new SiteId("B"), bytes)))
        .withTerms(ShuffleTerms.ORDINARY.withDeadline(deadlineSeconds));
  }

  private static ShuffleAllocation find(Allocation schedule, String id) {
    return schedule.shuffles().stream().filter(shuffle -> shuffle.id().value().equals(id)).findFirst().orElseThrow();
  }

  private static double planned(ShuffleAllocation shuffle) {
    return shuffle.bundles().get(0).rates().stream().mapToDouble(PathRate::plannedBytesPerSecond).sum();
  }

  @Test
  void aDeadlineThatCanBeMetIsPromisedAndNotHurried() {
    Allocation schedule =
        scheduler.schedule(wan, List.of(demand("d", 250e6, 10), Wans.shuffle("s", 0, "A", "B", 1e6)), 0);

    assertThat(find(schedule, "d").admitted()).isTrue();
    assertThat(planned(find(schedule, "d"))).isCloseTo(25e6 * 1.01, within(1.0));
    assertThat(planned(find(schedule, "s"))).isCloseTo(250e6 - 25e6 * 1.01, within(1.0));
  }

  @Test
  void whatCannotBeMetIsRejectedWithItsReasonAndGetsWhatIsLeft() {
    Allocation schedule =
        scheduler.schedule(wan, List.of(demand("a", 2.4e9, 10), demand("b", 0.5e9, 10), demand("c", 0.05e9, 10)), 0);

    assertThat(find(schedule, "a").admitted()).isTrue();
    assertThat(find(schedule, "b").admitted()).isFalse();
    assertThat(find(schedule, "b").problem().orElseThrow()).startsWith("deadline cannot be met: needs ").contains("has 10");
    assertThat(planned(find(schedule, "b"))).isZero();
    assertThat(find(schedule, "c").admitted()).isTrue();
  }

  @Test
  void anotherDeadlineIsDecidedAnew() {
    assertThat(find(scheduler.schedule(wan, List.of(demand("d", 250e6, 0.5)), 0), "d").admitted()).isFalse();
    assertThat(find(scheduler.schedule(wan, List.of(demand("d", 250e6, 10)), 0), "d").admitted()).isTrue();
    Allocation without = scheduler.schedule(wan, List.of(Wans.shuffle("d", 0, "A", "B", 250e6)), 0);
    assertThat(find(without, "d").admitted()).isTrue();
    assertThat(planned(find(without, "d"))).as("nothing is promised any more").isCloseTo(250e6, within(1.0));
  }

  @Test
  void aPromiseHoldsAgainstShorterShuffles() {
    double left = 2e9;
    for (int second = 0; second < 10; second++) {
      Allocation schedule = scheduler.schedule(
          wan, List.of(demand("d", left, 10), Wans.shuffle("s" + second, second, "A", "B", 1e6)), second);
      left -= find(schedule, "d").bundles().get(0).bytesPerSecond();
      if (left <= 0) {
        return;
      }
    }
    assertThat(left).isLessThanOrEqualTo(0);
  }

  @Test
  void anImpossibleDeadlineSaysWhy() {
    assertThat(find(scheduler.schedule(wan, List.of(demand("d", 250e6, 0.5)), 0), "d").problem())
        .hasValue("deadline cannot be met: needs 1.00000 s on what is left, has 0.500000 s");
  }
}
