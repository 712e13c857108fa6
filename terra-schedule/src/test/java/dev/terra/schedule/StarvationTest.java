package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests with an adversary that keeps a small shuffle on every link at all times: as soon as one is done, the next one arrives. One
 * large shuffle needs the same links. Without a guard, the large shuffle would wait for ever.
 */
class StarvationTest {
  private static final double LARGE_GAMMA_SECONDS = 100;
  private static final double STEP_SECONDS = 1;
  private static final double GIVE_UP_SECONDS = 5_000;

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  /** Returns when the large shuffle is done. Every second, small shuffles, each with a Gamma of at most 1 s, arrive on all links. */
  private double completion(SchedulerConfig config, int olderShuffles) {
    Scheduler scheduler = new PolicyScheduler(config, paths);
    List<ShuffleDemand> large = new ArrayList<>();
    for (int i = 0; i <= olderShuffles; i++) {
      large.add(Wans.shuffle("large-" + i, i * 1e-3, "A", "B", LARGE_GAMMA_SECONDS * 250e6));
    }
    String last = "large-" + olderShuffles;
    for (double now = 1; now < GIVE_UP_SECONDS; now += STEP_SECONDS) {
      List<ShuffleDemand> active = new ArrayList<>(large);
      active.add(Wans.shuffle("small-" + now, now, "A", "B", 125e6, "A", "C", 125e6, "C", "B", 125e6));
      large = after(scheduler.schedule(wan, active, now), large);
      if (large.stream().noneMatch(shuffle -> shuffle.id().value().equals(last))) {
        return now;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static List<ShuffleDemand> after(Allocation schedule, List<ShuffleDemand> demands) {
    List<ShuffleDemand> left = new ArrayList<>();
    for (ShuffleDemand demand : demands) {
      BundleAllocation bundle = schedule.shuffles().stream().filter(shuffle -> shuffle.id().equals(demand.id()))
          .findFirst().orElseThrow().bundles().get(0);
      double bytes = bundle.demand().bytes() - bundle.bytesPerSecond() * STEP_SECONDS;
      if (bytes > 1) {
        left.add(ShuffleDemand.of(demand.id(), demand.arrivalSeconds(), ImmutableList.of(
            new BundleDemand(bundle.demand().from(), bundle.demand().to(), bytes))));
      }
    }
    return left;
  }

  @Test
  void theAgeGuardKeepsItsBound() {
    assertThat(completion(SchedulerConfig.of(PolicyName.TERRA_PLUS), 0)).isLessThanOrEqualTo(10 * 100 + 100 / 0.1 + 2);
    assertThat(completion(SchedulerConfig.of(PolicyName.TERRA_PLUS), 2)).isLessThanOrEqualTo(10 * 100 + 300 / 0.1 + 2);
  }

  @Test
  void alphaSharesItsHeadRoomAmongThoseThatWait() {
    assertThat(completion(SchedulerConfig.of(PolicyName.TERRA), 0)).isLessThanOrEqualTo(100 / 0.1 + 2);
    assertThat(completion(SchedulerConfig.of(PolicyName.TERRA), 2)).isLessThanOrEqualTo(300 / 0.1 + 2);
  }

  @Test
  void withoutHeadRoomAndGuardItStarves() {
    assertThat(completion(SchedulerConfig.of(PolicyName.TERRA).withAlpha(0), 0)).isInfinite();
  }
}
