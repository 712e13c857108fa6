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

/** Tests of shuffles that take less time than the report of their end, beside a long one. */
class LeastTimeTest {
  /** The capacity of both paths between two sites, bytes/s. */
  private static final double ALL = 250e6;
  private static final double LEAST_SECONDS = 0.2;

  private final Wan wan = Wans.evenTriangle();
  private final Scheduler scheduler = new PolicyScheduler(
      SchedulerConfig.of(PolicyName.TERRA_PLUS).withLeastSeconds(LEAST_SECONDS), new PathSets(wan, PathRules.defaults()));

  private double rate(String id, double nowSeconds, ShuffleDemand... demands) {
    return scheduler.schedule(wan, List.of(demands), nowSeconds).shuffles().stream()
        .filter(shuffle -> shuffle.id().equals(new ShuffleId(id))).flatMap(shuffle -> shuffle.bundles().stream())
        .mapToDouble(BundleAllocation::bytesPerSecond).sum();
  }

  /** Returns a shuffle whose size is given in seconds of the whole capacity between two sites. */
  private static ShuffleDemand shuffle(String id, double seconds) {
    return Wans.shuffle(id, 0, "A", "B", seconds * ALL);
  }

  @Test
  void aShortShuffleLeavesALongOneWhatItDoesNotNeed() {
    assertThat(rate("short", 0, shuffle("long", 100), shuffle("short", 0.05))).isCloseTo(ALL / 4, within(1.0));
    assertThat(rate("long", 0, shuffle("long", 100), shuffle("short", 0.05))).isCloseTo(0.75 * ALL, within(1.0));
  }

  @Test
  void theTimeCountsFromTheRoundThatFirstSawIt() {
    assertThat(rate("short", 0, shuffle("long", 100), shuffle("short", 0.05))).isCloseTo(ALL / 4, within(1.0));
    assertThat(rate("short", 0.1, shuffle("long", 99), shuffle("short", 0.025))).as("as fast as before").isCloseTo(ALL / 4, within(1.0));
    assertThat(rate("short", 0.19, shuffle("long", 98), shuffle("short", 0.01))).as("it is late").isCloseTo(ALL, within(1.0));
    assertThat(rate("short", 0.3, shuffle("long", 97), shuffle("short", 0.005))).as("its time is over").isCloseTo(ALL, within(1.0));
  }

  @Test
  void nobodyIsSlowedForNobody() {
    assertThat(rate("short", 0, shuffle("short", 0.05))).isCloseTo(ALL, within(1.0));
  }

  @Test
  void aLongShuffleTakesAllThatThereIs() {
    assertThat(rate("longer", 0, shuffle("long", 100), shuffle("longer", 0.3))).isCloseTo(ALL, within(1.0));
    assertThat(rate("longer", 0.2, shuffle("long", 100), shuffle("longer", 0.1))).as("its end is short").isCloseTo(ALL / 2, within(1.0));
    assertThat(rate("longer", 0.3, shuffle("long", 100), shuffle("longer", 10))).as("it has grown").isCloseTo(ALL, within(1.0));
  }

  @Test
  void otherPoliciesAreAsTheyAre() {
    Scheduler plain = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA).withAlpha(0).withLeastSeconds(LEAST_SECONDS),
        new PathSets(wan, PathRules.defaults()));
    assertThat(plain.schedule(wan, List.of(shuffle("long", 100), shuffle("short", 0.05)), 1).shuffles().get(0).bundles().get(0)
        .bytesPerSecond()).isCloseTo(ALL, within(1.0));
  }
}
