package dev.terra.schedule.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the expected finish times of shuffles. From A to B, 250e6 bytes/s can be sent. */
class ProjectionTest {
  private static final double ALL = 250e6;

  private final Wan wan = Wans.evenTriangle();

  private Projection project(PolicyName policy, ShuffleDemand... demands) {
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(wan, PathRules.defaults()));
    return Projection.of(scheduler, wan, List.of(demands), 100);
  }

  private static double seconds(Projection projection, String id) {
    return projection.finishSeconds().get(new ShuffleId(id));
  }

  @Test
  void oneAfterTheOther() {
    Projection ahead = project(PolicyName.TERRA_PLUS, Wans.shuffle("c", 0, "A", "B", 3 * ALL), Wans.shuffle("a", 0, "A", "B", ALL),
        Wans.shuffle("b", 0, "A", "B", 2 * ALL));

    assertThat(seconds(ahead, "a")).isCloseTo(1, within(1e-6));
    assertThat(seconds(ahead, "b")).isCloseTo(3, within(1e-6));
    assertThat(seconds(ahead, "c")).isCloseTo(6, within(1e-6));
    assertThat(ahead.playedSeconds()).isCloseTo(6, within(1e-6));
  }

  @Test
  void togetherWhereTheyShare() {
    Projection ahead = project(PolicyName.MULTIPATH_ONLY, Wans.shuffle("a", 0, "A", "B", ALL), Wans.shuffle("b", 0, "A", "B", 2 * ALL));

    assertThat(seconds(ahead, "a")).as("half of all").isCloseTo(2, within(1e-6));
    assertThat(seconds(ahead, "b")).as("then all").isCloseTo(3, within(1e-6));
  }

  @Test
  void aShuffleIsDoneWithItsLastBundle() {
    Projection ahead = project(PolicyName.TERRA_PLUS, Wans.shuffle("a", 0, "A", "B", ALL, "B", "A", 4 * ALL));
    assertThat(seconds(ahead, "a")).isCloseTo(4, within(1e-6));
    assertThat(ahead.bundleSeconds().get(new BundleId(new ShuffleId("a"), new SiteId("B"), new SiteId("A")))).isCloseTo(4, within(1e-6));
  }

  @Test
  void theScheduleInForceHoldsUntilItsFirstBundleIsDone() {
    List<ShuffleDemand> shuffles = List.of(Wans.shuffle("large", 0, "A", "B", 2 * ALL), Wans.shuffle("small", 0, "A", "B", ALL));
    Allocation largeFirst = servingTheFirst(new AtomicInteger(), ALL / 2).schedule(wan, shuffles, 0);
    ScheduledRound round =
        new ScheduledRound(wan, PathRules.defaults(), wan, ImmutableList.copyOf(shuffles), 0, largeFirst);
    Projection ahead = Projection.of(
        new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults())), round);

    assertThat(seconds(ahead, "large")).as("at half the rate that it might have").isCloseTo(4, within(1e-6));
    assertThat(seconds(ahead, "small")).isCloseTo(5, within(1e-6));
  }

  @Test
  void whoHasNothingIsDoneAtOnceAndWhoHasNoPathNever() {
    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, PathRules.defaults()));
    Projection ahead = Projection.of(scheduler, cut,
        List.of(Wans.shuffle("empty", 0, "A", "B", 0), Wans.shuffle("lost", 0, "A", "B", 1), Wans.shuffle("c", 0, "A", "C", ALL)), 0);

    assertThat(seconds(ahead, "empty")).isZero();
    assertThat(seconds(ahead, "c")).as("over one link").isCloseTo(2, within(1e-6));
    assertThat(ahead.finishSeconds()).doesNotContainKey(new ShuffleId("lost"));
    assertThat(Projection.of(scheduler, wan, List.of(), 0).finishSeconds()).isEmpty();
  }

  private static Scheduler servingTheFirst(AtomicInteger rounds, double rate) {
    return (now, shuffles, nowSeconds) -> {
      rounds.incrementAndGet();
      return new Allocation("by hand", shuffles.stream().map(demand -> new ShuffleAllocation(demand.id(), 1, true, Optional.empty(),
          demand.bundles().stream().map(bundle -> new BundleAllocation(bundle, demand.equals(shuffles.get(0))
              ? ImmutableList.of(new PathRate(Path.of("A", "B"), rate, rate)) : ImmutableList.of()))
              .collect(ImmutableList.toImmutableList()))).collect(ImmutableList.toImmutableList()));
    };
  }

  @Test
  void itLooksAheadForABoundedNumberOfRounds() {
    AtomicInteger rounds = new AtomicInteger();
    List<ShuffleDemand> many = IntStream.range(0, 400).mapToObj(i -> Wans.shuffle("s" + i, 0, "A", "B", 10)).toList();
    Projection ahead = Projection.of(servingTheFirst(rounds, 1.0), wan, many, 0);

    assertThat(rounds).as("20,000 shuffles in all rounds together").hasValue(50);
    assertThat(ahead.finishSeconds()).hasSize(50);
    assertThat(ahead.playedSeconds()).isCloseTo(500, within(1e-6));

    rounds.set(0);
    assertThat(Projection.of(servingTheFirst(rounds, 1.0), wan, many.subList(0, 5), 0).playedSeconds()).isCloseTo(50, within(1e-6));
    assertThat(rounds).hasValue(5);
  }

  @Test
  void whereNobodySendsItEnds() {
    AtomicInteger rounds = new AtomicInteger();
    Projection ahead = Projection.of(servingTheFirst(rounds, 0.0), wan, List.of(Wans.shuffle("s", 0, "A", "B", 10)), 0);
    assertThat(rounds).hasValue(1);
    assertThat(ahead.playedSeconds()).isZero();
  }
}
