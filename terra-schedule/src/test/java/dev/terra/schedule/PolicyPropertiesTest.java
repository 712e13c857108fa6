package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.EventStream;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Tests of the rules of order and importance, on random shuffles and random lives. */
class PolicyPropertiesTest {
  private static final Set<PolicyName> CONSERVING =
      EnumSet.of(PolicyName.TERRA, PolicyName.TERRA_PLUS, PolicyName.MULTIPATH_ONLY);

  private final Wan swan = Wans.load("swan");
  private final PathSets paths = new PathSets(swan, PathRules.defaults());

  private Allocation schedule(PolicyName policy, List<ShuffleDemand> demands) {
    return new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(swan, demands, 0);
  }

  private List<ShuffleDemand> shuffles(int count, long seed) {
    RandomShuffles random = new RandomShuffles(swan, seed);
    List<ShuffleDemand> shuffles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shuffles.add(random.next(0));
    }
    return shuffles;
  }

  private static double planned(BundleAllocation bundle) {
    return bundle.rates().stream().mapToDouble(PathRate::plannedBytesPerSecond).sum();
  }

  @Property(tries = 30)
  void noLinkIsOverfullWhateverHappens(@ForAll PolicyName policy, @ForAll @LongRange(max = 10_000) long seed) {
    EventStream life = new EventStream(swan, 4, seed);
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(policy), paths);
    for (int round = 0; round < 12; round++) {
      if (round % 3 == 1) {
        life.arrive();
      } else if (round % 3 == 2) {
        life.changeCapacity();
      }
      Allocation schedule = scheduler.schedule(life.wan(), life.active(), life.nowSeconds());
      assertThat(ScheduleAudit.faults(life.wan(), schedule, CONSERVING.contains(policy) ? paths : null)).isEmpty();
      life.progress(schedule, round % 2 == 0 ? 1 : 0.3);
    }
  }

  @Property(tries = 40)
  void terraServesByGammaAndPlansAllBundlesOrNone(
      @ForAll @IntRange(min = 2, max = 12) int count, @ForAll @LongRange(max = 10_000) long seed) {
    List<ShuffleAllocation> served = new ArrayList<>();
    List<ShuffleAllocation> waiting = new ArrayList<>();
    for (ShuffleAllocation shuffle : schedule(PolicyName.TERRA, shuffles(count, seed)).shuffles()) {
      long withPlan = shuffle.bundles().stream().filter(bundle -> planned(bundle) > 0).count();
      assertThat(withPlan).isIn(0L, (long) shuffle.bundles().size());
      (withPlan > 0 ? served : waiting).add(shuffle);
    }

    assertThat(served).isSortedAccordingTo((a, b) -> Float.compare((float) a.gammaSeconds(), (float) b.gammaSeconds()));
    assertThat(waiting).isSortedAccordingTo((a, b) -> Float.compare((float) a.gammaSeconds(), (float) b.gammaSeconds()));
  }

  @Property(tries = 40)
  void theFirstOfTerraIsPlannedAtNineTenthsOfItsOptimum(
      @ForAll @IntRange(min = 1, max = 8) int count, @ForAll @LongRange(max = 10_000) long seed) {
    ShuffleAllocation first = schedule(PolicyName.TERRA, shuffles(count, seed)).shuffles().get(0);

    assertThat(first.bundles()).isNotEmpty().allSatisfy(bundle ->
        assertThat(planned(bundle) * first.gammaSeconds() / bundle.demand().bytes()).isCloseTo(0.9, within(1e-6)));
  }

  @Property(tries = 40)
  void aHigherPriorityIsFirstAndAtLeastAsFastAsAloneOnShortestPaths(
      @ForAll @IntRange(min = 2, max = 8) int count, @ForAll @LongRange(max = 10_000) long seed) {
    List<ShuffleDemand> demands = shuffles(count, seed);
    int raised = (int) (seed % count);
    demands.set(raised, demands.get(raised).withTerms(ShuffleTerms.ORDINARY.withPriority(1)));

    ShuffleAllocation first = schedule(PolicyName.TERRA_PLUS, demands).shuffles().get(0);

    // plans avoid long detours while most shuffles have to wait, so the shuffle may be slower than alone on all paths
    BundleAllocation onOnePath =
        schedule(PolicyName.SCHEDULING_ONLY, List.of(demands.get(raised))).shuffles().get(0).bundles().get(0);
    double onePathSeconds = onOnePath.demand().bytes() / planned(onOnePath);
    assertThat(first.id()).isEqualTo(demands.get(raised).id());
    assertThat(first.bundles()).isNotEmpty().allSatisfy(bundle ->
        assertThat(bundle.demand().bytes() / planned(bundle)).isBetween(first.gammaSeconds() * (1 - 1e-6), onePathSeconds * (1 + 1e-6)));
  }

  @Property(tries = 40)
  void aWeightIsWorthAsMuchAsAShorterGamma(@ForAll @LongRange(min = 2, max = 100) long weight) {
    List<ShuffleDemand> demands = List.of(Wans.shuffle("small", 0, "HK", "LA", 1e9),
        Wans.shuffle("large", 0, "HK", "LA", 1e9 * 10).withTerms(ShuffleTerms.ORDINARY.withWeight((double) weight)));

    ShuffleAllocation first = schedule(PolicyName.TERRA, demands).shuffles().get(0);

    assertThat(first.id().value()).isEqualTo(weight >= 10 ? "large" : "small");
  }

  @Property(tries = 25)
  void admittedDeadlinesAreKeptHoweverMuchComesLater(
      @ForAll @LongRange(max = 10_000) long seed, @ForAll @IntRange(min = 1, max = 5) int slack) {
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    RandomShuffles random = new RandomShuffles(swan, seed);
    ShuffleDemand wanted = random.next(0);
    double gamma = scheduler.schedule(swan, List.of(wanted), 0).shuffles().get(0).gammaSeconds();
    ShuffleDemand left = wanted.withTerms(ShuffleTerms.ORDINARY.withDeadline(gamma * (1 + slack)));
    scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    List<ShuffleDemand> others = new ArrayList<>();
    double step = gamma * (1 + slack) / 8;
    for (int i = 0; i < 8; i++) {
      others.add(random.next(i * step));
      List<ShuffleDemand> all = new ArrayList<>(others);
      all.add(left);
      ShuffleAllocation mine = scheduler.schedule(swan, all, i * step).shuffles().stream()
          .filter(shuffle -> shuffle.id().equals(wanted.id())).findFirst().orElseThrow();
      assertThat(mine.admitted()).isTrue();
      ImmutableList.Builder<BundleDemand> rest = ImmutableList.builder();
      for (BundleAllocation bundle : mine.bundles()) {
        rest.add(new BundleDemand(bundle.demand().from(), bundle.demand().to(),
            Math.max(0, bundle.demand().bytes() - step * bundle.bytesPerSecond()), bundle.demand().flows()));
      }
      left = left.withBundles(rest.build());
    }

    assertThat(left.bundles().stream().mapToDouble(BundleDemand::bytes).sum()).isZero();
  }

  @Property(tries = 25)
  void aDeadlineBelowGammaIsRejectedAndTheShuffleIsServedAllTheSame(@ForAll @LongRange(max = 10_000) long seed) {
    ShuffleDemand wanted = shuffles(1, seed).get(0);
    double gamma = schedule(PolicyName.TERRA_PLUS, List.of(wanted)).shuffles().get(0).gammaSeconds();

    ShuffleAllocation mine = schedule(PolicyName.TERRA_PLUS,
        List.of(wanted.withTerms(ShuffleTerms.ORDINARY.withDeadline(gamma * 0.99)))).shuffles().get(0);

    assertThat(mine.admitted()).isFalse();
    assertThat(mine.problem().orElseThrow()).startsWith("deadline cannot be met: needs ");
    assertThat(mine.bundles()).isNotEmpty().allMatch(bundle -> bundle.bytesPerSecond() > 0);
  }
}
