package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of jobs' shuffles, which arrive with what their first maps have written for their first reducers, and grow a hundredfold. */
class GrowthTest {
  /** The capacity of both paths between two sites, and of all links from or to one site, bytes/s. */
  private static final double ALL = 250e6;
  private static final double BEGUN = 0.01;

  private final Wan wan = Wans.evenTriangle();
  private final Scheduler scheduler =
      new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults()));

  private double rate(List<ShuffleDemand> demands, double nowSeconds, String id) {
    return scheduler.schedule(wan, demands, nowSeconds).shuffles().stream().filter(shuffle -> shuffle.id().equals(new ShuffleId(id)))
        .flatMap(shuffle -> shuffle.bundles().stream()).mapToDouble(BundleAllocation::bytesPerSecond).sum();
  }

  /**
   * Returns shuffles whose sizes are given in seconds of all that A, B or C can send. The wide shuffle sends from all sites, each of the
   * others from one site of its own.
   */
  private static List<ShuffleDemand> wideAndNarrow(double wide, double narrow) {
    return List.of(
        Wans.shuffle("wide", 0, "A", "B", wide * ALL / 2, "A", "C", wide * ALL / 2, "B", "C", wide * ALL / 2, "B", "A", wide * ALL / 2,
            "C", "A", wide * ALL / 2, "C", "B", wide * ALL / 2),
        Wans.shuffle("narrow-1", 0, "A", "B", narrow * ALL / 2, "A", "C", narrow * ALL / 2),
        Wans.shuffle("narrow-2", 0, "B", "C", narrow * ALL / 2, "B", "A", narrow * ALL / 2),
        Wans.shuffle("narrow-3", 0, "C", "A", narrow * ALL / 2, "C", "B", narrow * ALL / 2));
  }

  @Test
  void anOrderOfBeginningsIsNotKeptWhenTheyHaveGrown() {
    assertThat(rate(wideAndNarrow(BEGUN, 1.1 * BEGUN), 1, "wide"))
        .as("that one waits for three is better than that three wait for one").isCloseTo(0, within(1.0));
    assertThat(rate(wideAndNarrow(1, 20), 2, "wide"))
        .as("but not if it has a twentieth of what each of them has").isCloseTo(3 * ALL, within(1.0));
  }

  @Test
  void aShuffleIsNotAgedByTheGammaOfItsBeginning() {
    rate(List.of(Wans.shuffle("old", 0, "A", "B", BEGUN * ALL)), 0, "old");

    ShuffleDemand grown = Wans.shuffle("old", 0, "A", "B", 100 * ALL);
    ShuffleDemand small = Wans.shuffle("small", 50, "A", "B", 5 * ALL);
    assertThat(rate(List.of(grown, small), 50, "small")).isCloseTo(ALL, within(1.0));
    assertThat(rate(List.of(grown, small), 10 * 100 - 1, "small")).isCloseTo(ALL, within(1.0));
    assertThat(rate(List.of(grown, small), 10 * 100 + 1, "old")).as("patience ends").isCloseTo(0.1 * ALL, within(1.0));
  }
}
