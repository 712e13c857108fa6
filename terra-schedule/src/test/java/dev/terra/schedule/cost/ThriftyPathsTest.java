package dev.terra.schedule.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.cost.CostBudget.Strictness;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Tests of the paths within a goal, and of schedules that use only these paths. */
class ThriftyPathsTest {
  private static CostPlanner planner(Wan wan, List<BundleDemand> bundles) {
    return new CostPlanner(new PathSets(wan, PathRules.defaults()), wan, bundles,
        new CertifiedSolver(new PathSimplex(), GlopSolver::new));
  }

  private static Wan priced(String name, Random random) {
    return Wans.load(name).mapLinks(link ->
        new Link(link.id(), link.capacity(), link.latency(), OptionalDouble.of(0.01 * random.nextInt(13))));
  }

  private static double usd(Wan wan, Path path, double bytes) {
    return path.links().stream().mapToDouble(link -> wan.link(link).orElseThrow().egressUsdPerGigabyte().orElse(0)).sum() * bytes / 1e9
        / Payload.PRICED_SHARE;
  }

  @Property(tries = 30)
  void noSplitOverThePathsOfAHardBudgetCostsMore(@ForAll @LongRange(max = 100_000) long seed) {
    Random random = new Random(seed);
    Wan wan = priced("swan", random);
    ImmutableList<BundleDemand> bundles = new RandomShuffles(wan, seed).next(0).bundles();
    CostPlanner planner = planner(wan, bundles);
    double budget = planner.cheapest().usd() + random.nextDouble() * 2 * (planner.fastest().usd() - planner.cheapest().usd());
    List<ImmutableSet<Path>> paths =
        ThriftyPaths.of(planner, new CostGoal(Double.POSITIVE_INFINITY, new CostBudget(budget + 1, Strictness.HARD)), 1);
    double dearest = 0;
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      double bytes = bundles.get(bundle).bytes();
      assertThat(paths.get(bundle)).isNotEmpty();
      dearest += paths.get(bundle).stream().mapToDouble(path -> usd(wan, path, bytes)).max().orElseThrow();
    }
    assertThat(dearest).isLessThanOrEqualTo(Math.max(budget, planner.cheapest().usd()) * (1 + 1e-9));
  }

  @Property(tries = 20)
  void aScheduleKeepsToTheLimitsOfItsBundles(@ForAll @LongRange(max = 100_000) long seed) {
    Random random = new Random(seed);
    Wan wan = priced("att", random);
    PathSets paths = new PathSets(wan, PathRules.defaults());
    PolicyScheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    SiteId avoided = wan.sites().get(random.nextInt(wan.sites().size())).id();
    RandomShuffles shuffles = new RandomShuffles(wan, seed);
    List<ShuffleDemand> demands = new ArrayList<>(List.of(shuffles.next(0), shuffles.next(1)));
    ShuffleDemand limited = demands.get(0);
    demands.set(0, limited.withBundles(limited.bundles().stream().filter(b -> !Set.of(b.from(), b.to()).contains(avoided))
        .map(b -> b.withLimit(new PathLimit(ImmutableSet.of(avoided), null))).toList()));
    for (int round = 0; round < 3; round++) {
      Wan now = round == 1 ? wan.keepLinks(link -> random.nextInt(8) > 0) : wan;
      Allocation allocation = scheduler.schedule(now, demands, round);
      assertThat(allocation.shuffles()).filteredOn(shuffle -> shuffle.id().equals(limited.id()))
          .flatExtracting(shuffle -> shuffle.bundles()).flatExtracting(bundle -> bundle.rates()).extracting(PathRate::path)
          .allSatisfy(path -> assertThat(path.sites()).doesNotContain(avoided));
    }
  }

  @Property(tries = 10)
  void limitsOfNothingChangeNothing(@ForAll @LongRange(max = 100_000) long seed) {
    Wan wan = Wans.load("att");
    ShuffleDemand shuffle = new RandomShuffles(wan, seed).next(0);
    ShuffleDemand limited = shuffle.withBundles(shuffle.bundles().stream()
        .map(bundle -> bundle.withLimit(new PathLimit(ImmutableSet.of(), null))).toList());
    SchedulerConfig config = SchedulerConfig.of(PolicyName.TERRA_PLUS);
    Allocation plain = new PolicyScheduler(config, new PathSets(wan, PathRules.defaults())).schedule(wan, List.of(shuffle), 0);
    Allocation same = new PolicyScheduler(config, new PathSets(wan, PathRules.defaults())).schedule(wan, List.of(limited), 0);
    assertThat(same).isEqualTo(plain);
  }

  @Example
  void aLimitThatChangesIsFollowedAtOnceAndGammaWithIt() {
    Wan wan = Wans.evenTriangle();
    PathSets paths = new PathSets(wan, PathRules.defaults());
    PolicyScheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    String from = wan.sites().get(0).id().name();
    String to = wan.sites().get(1).id().name();
    ShuffleDemand free = Wans.shuffle("s", 0, from, to, 10e9);
    ShuffleDemand direct = free.withBundles(List.of(free.bundles().get(0)
        .withLimit(PathLimit.NONE.withOnly(ImmutableSet.of(Path.of(from, to))))));
    assertThat(scheduler.schedule(wan, List.of(free), 0).shuffles().get(0).gammaSeconds()).isCloseTo(40, within(1e-6));
    assertThat(scheduler.schedule(wan, List.of(direct), 1).shuffles().get(0).gammaSeconds()).isCloseTo(80, within(1e-6));
    assertThat(scheduler.schedule(wan, List.of(free), 2).shuffles().get(0).gammaSeconds()).isCloseTo(40, within(1e-6));
  }
}
