package dev.terra.schedule.policy.terra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.TestRound;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of plans of single shuffles, and of when a plan is used again, on three sites joined by links of 125e6 bytes/s. */
class PlannerTest {
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();
  private final TestRound round = new TestRound(wan);
  private final Planner planner = new Planner(round.network(), round.programs(), RatePlan::of);
  private final ActiveShuffle shuffle = round.active(Wans.shuffle("s", 0, "A", "B", 4 * LINK));

  private RatePlan plan(ActiveShuffle of, DetourLimit longest) {
    return planner.plan(of, round.network().residual(), new PlanCache(), longest);
  }

  @Test
  void aPlanUsesAllThatIsLeftOverThePathsThatAreAllowed() {
    assertThat(plan(shuffle, DetourLimit.ANY).lambda()).isCloseTo(0.5, within(1e-6));
    assertThat(plan(shuffle, DetourLimit.SHORT).lambda()).isCloseTo(0.5, within(1e-6));
    assertThat(plan(shuffle, DetourLimit.NONE).lambda()).isCloseTo(0.25, within(1e-6));
    assertThat(plan(shuffle, DetourLimit.NONE).rates().path()).containsExactly(0);
  }

  @Test
  void whatIsAppliedIsTakenFromTheNetworkAndGivenToTheBundles() {
    RatePlan plan = plan(shuffle, DetourLimit.ANY);
    planner.apply(shuffle.bundles(), plan, 0.25);

    assertThat(TestRound.rate(shuffle)).isCloseTo(LINK / 2, within(1.0));
    assertThat(round.left("A", "B")).isCloseTo(LINK * 3 / 4, within(1.0));
    assertThat(round.left("A", "C")).isCloseTo(LINK * 3 / 4, within(1.0));
    assertThat(round.left("B", "A")).isEqualTo(LINK);
  }

  @Test
  void whatIsReservedIsTakenFromTheNetworkAndGivenToNobody() {
    planner.reserve(plan(shuffle, DetourLimit.ANY), 1);

    assertThat(TestRound.rate(shuffle)).isZero();
    assertThat(round.left("A", "B")).isZero();
    assertThat(plan(shuffle, DetourLimit.ANY).isNone()).as("nothing is left").isTrue();
  }

  @Test
  void ofAllBundlesOneThatFindsNothingIsEnoughForNoPlan() {
    ActiveShuffle two = round.active(Wans.shuffle("t", 0, "A", "B", LINK, "A", "C", LINK));
    planner.reserve(plan(shuffle, DetourLimit.ANY), 1);

    assertThat(plan(two, DetourLimit.ANY)).isSameAs(RatePlan.NONE);
    assertThat(plan(round.active(Wans.shuffle("u", 0, "B", "C", LINK)), DetourLimit.ANY).isNone()).isFalse();
  }

  @Test
  void aMillionthOfItsBestIsNoPlan() {
    int link = wan.indexOf(LinkId.of("A", "B"));
    int detour = wan.indexOf(LinkId.of("A", "C"));
    round.network().take(link, LINK * (1 - 5e-7));
    round.network().take(detour, LINK * (1 - 5e-7));
    assertThat(round.left("A", "B")).isPositive();
    assertThat(plan(shuffle, DetourLimit.ANY).isNone()).isTrue();

    round.network().open(1e-5);
    assertThat(plan(shuffle, DetourLimit.ANY).isNone()).isFalse();
  }

  @Test
  void aLimitAppliesWhereItsPathsAreOpen() {
    assertThat(planner.applicable(shuffle.bundles(), DetourLimit.NONE)).isEqualTo(DetourLimit.NONE);
    round.network().update(wan.keepLinks(link -> !link.id().equals(LinkId.of("A", "B"))));
    assertThat(planner.applicable(shuffle.bundles(), DetourLimit.NONE)).isEqualTo(DetourLimit.ANY);
    assertThat(planner.applicable(shuffle.bundles(), DetourLimit.SHORT)).isEqualTo(DetourLimit.SHORT);
  }

  @Test
  void withoutBundlesThereIsNoPlan() {
    ActiveShuffle empty = round.active(Wans.shuffle("e", 0, "A", "B", 0));
    assertThat(plan(empty, DetourLimit.ANY)).isSameAs(RatePlan.NONE);
    BundlesInRound none = empty.bundles();
    assertThat(planner.plan(none, 0, round.network().residual(), DetourLimit.ANY)).isSameAs(RatePlan.NONE);
  }

  @Test
  void aPlanIsUsedAgainWhileNothingThatItDependsOnChanges() {
    PlanCache cache = new PlanCache();
    double[] residual = round.network().residual();
    RatePlan first = planner.plan(shuffle, residual, cache, DetourLimit.ANY);
    long solved = round.programs().solved();

    round.network().take(wan.indexOf(LinkId.of("B", "A")), 1000);
    assertThat(planner.plan(shuffle, residual, cache, DetourLimit.ANY)).as("a link on none of its paths").isSameAs(first);
    assertThat(round.programs().solved()).isEqualTo(solved);

    round.network().take(wan.indexOf(LinkId.of("C", "B")), 1000);
    assertThat(planner.plan(shuffle, residual, cache, DetourLimit.ANY)).isNotSameAs(first);
    assertThat(round.programs().solved()).isEqualTo(solved + 1);
  }

  @Test
  void ofTheSamePathsAnotherVolumeIsAnotherPlan() {
    PlanCache cache = new PlanCache();
    planner.plan(shuffle, round.network().residual(), cache, DetourLimit.ANY);
    round.update(shuffle, Wans.shuffle("s", 0, "A", "B", 2 * LINK));
    assertThat(cache.find(shuffle.bundles(), round.network().residual())).as("in proportion").isPresent();

    ActiveShuffle other = round.active(Wans.shuffle("t", 0, "A", "B", 4 * LINK));
    assertThat(cache.find(other.bundles(), round.network().residual())).isEmpty();
  }

  @Test
  void cachesAreKeptByShuffleAndLimitOrNotAtAll() {
    PlanCaches kept = new PlanCaches(true);
    PlanCache cache = kept.of(shuffle, DetourLimit.ANY);
    ActiveShuffle other = round.active(Wans.shuffle("t", 0, "A", "B", 1));

    assertThat(kept.of(shuffle, DetourLimit.ANY)).isSameAs(cache);
    assertThat(kept.of(shuffle, DetourLimit.SHORT)).isNotSameAs(cache);
    assertThat(kept.of(other, DetourLimit.ANY)).isNotSameAs(cache);
    kept.retain(List.of(shuffle));
    assertThat(kept.of(shuffle, DetourLimit.ANY)).isSameAs(cache);
    kept.retain(List.of(other));
    assertThat(kept.of(shuffle, DetourLimit.ANY)).isNotSameAs(cache);

    PlanCaches none = new PlanCaches(false);
    assertThat(none.of(shuffle, DetourLimit.ANY)).isNotSameAs(none.of(shuffle, DetourLimit.ANY));
  }

  @Test
  void plansInOrderTakeFromOneAnother() {
    OrderedPlans plans = new OrderedPlans(planner, true);
    ActiveShuffle second = round.active(Wans.shuffle("t", 0, "A", "B", LINK));

    assertThat(plans.serve(shuffle, DetourLimit.NONE, plan -> 1)).isTrue();
    assertThat(TestRound.rate(shuffle)).isCloseTo(LINK, within(1.0));
    assertThat(plans.serve(second, DetourLimit.NONE, plan -> 1)).as("only the detour is left").isFalse();
    assertThat(plans.reserve(second)).isTrue();
    assertThat(TestRound.rate(second)).isZero();
    assertThat(plans.reserve(second)).isFalse();
    assertThat(plans.reserve(round.active(Wans.shuffle("e", 0, "A", "B", 0)))).as("nothing to send, nothing to wait for").isTrue();
  }

  /** Whatever is left of the network, bundles progress equally, and plans fit. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void plansFitIntoWhatIsLeft(
      @ForAll @IntRange(min = 4, max = 9) int sites, @ForAll @IntRange(min = 2, max = 8) int count, @ForAll long seed) {
    Wan random = Programs.wan(sites, seed);
    TestRound any = new TestRound(random);
    Planner inOrder = new Planner(any.network(), any.programs(), new PathShortening()::plan);
    RandomShuffles shuffles = new RandomShuffles(random, seed);
    List<DetourLimit> limits = List.of(DetourLimit.values());
    for (int i = 0; i < count; i++) {
      ActiveShuffle next = any.active(shuffles.next(0));
      double[] before = any.network().residual().clone();
      RatePlan plan = inOrder.plan(next, before, new PlanCache(), limits.get(i % limits.size()));
      inOrder.apply(next.bundles(), plan, 1);
      double progress = plan.lambda();
      for (int bundle = 0; bundle < next.bundles().size(); bundle++) {
        assertThat(next.bundles().rates().total(bundle))
            .isCloseTo(progress * next.bundles().volume(bundle), within(1e-9 * TestRound.largest(before)));
      }
      for (int link = 0; link < before.length; link++) {
        assertThat(any.network().residual()[link]).isBetween(0.0, before[link]);
      }
      assertThat(progress * next.gamma().seconds()).as("no faster than alone").isLessThanOrEqualTo(1 + 1e-7);
    }
  }
}
