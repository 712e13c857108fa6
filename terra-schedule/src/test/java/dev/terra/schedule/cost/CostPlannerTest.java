package dev.terra.schedule.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.cost.CostBook;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
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
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Tests of plans that weigh money against time, compared with values found by hand and with a program in other units. */
class CostPlannerTest {
  private static final double SAME = 1e-9;

  private static CertifiedSolver solver() {
    return new CertifiedSolver(new PathSimplex(), GlopSolver::new);
  }

  private static Wan priced(Wan wan, Random random) {
    double[] tiers = {0, 0.01, 0.02, 0.05, 0.09, 0.12};
    return wan.mapLinks(link -> priced(link, tiers[random.nextInt(tiers.length)]));
  }

  private static Link priced(Link link, double usd) {
    return new Link(link.id(), link.capacity(), link.latency(), OptionalDouble.of(usd));
  }

  /**
   * Returns a planner for 10 GB from A to B, which the direct link and the detour over C carry at 125 MB/s each. The direct link costs
   * more.
   */
  private static CostPlanner triangle() {
    Wan wan = Wans.evenTriangle();
    List<SiteId> sites = wan.sites().stream().map(site -> site.id()).toList();
    Wan withPrices = wan.mapLinks(link -> priced(link,
        link.id().from().equals(sites.get(0)) && link.id().to().equals(sites.get(1)) ? 0.09 : 0.02));
    return new CostPlanner(new PathSets(withPrices, PathRules.defaults()), withPrices,
        List.of(new BundleDemand(sites.get(0), sites.get(1), 10e9), new BundleDemand(sites.get(1), sites.get(2), 0)), solver());
  }

  /**
   * Returns the price of data from the price of IP bytes. 1,448 bytes of data are 1,500 bytes with headers, and cause half an
   * acknowledgement of 52 bytes.
   */
  private static double withHeaders(double usd) {
    return usd * 1_526 / 1_448;
  }

  @Example
  void moneyAloneTakesTheDetourAndTimeAloneBothPaths() {
    CostPlanner planner = triangle();
    assertThat(planner.cheapest().usd()).isCloseTo(withHeaders(0.4), within(SAME));
    assertThat(planner.cheapest().seconds()).isCloseTo(80, within(1e-6));
    assertThat(planner.fastest().usd()).isCloseTo(withHeaders(0.65), within(1e-6));
    assertThat(planner.fastest().seconds()).isCloseTo(40, within(1e-6));
    assertThat(planner.atValueOfTime(0)).isSameAs(planner.cheapest());
    assertThat(planner.atValueOfTime(Double.POSITIVE_INFINITY)).isSameAs(planner.fastest());
  }

  @Example
  void aPlanCostsWhatTheLedgerSaysOfItsBytes() {
    Wan wan = priced(Wans.load("swan"), new Random(7));
    ShuffleDemand shuffle = new RandomShuffles(wan, 7).next(0);
    for (CostPlan plan : new CostPlanner(new PathSets(wan, PathRules.defaults()), wan, shuffle.bundles(), solver()).curve(5)) {
      CostBook ledger = new CostBook(wan);
      double usd = 0;
      for (BundleAllocation bundle : plan.bundles()) {
        for (PathRate rate : bundle.rates()) {
          usd += ledger.book(rate.path(), Math.round(rate.bytesPerSecond() * plan.seconds()), YearMonth.of(2026, 7)).usd();
        }
      }
      assertThat(plan.usd()).isCloseTo(usd, within(1e-7 * usd));
    }
  }

  /** Each second that is saved moves 125 MB of data to the direct link, which costs 0.00659 dollars more: 23.71 dollars per hour. */
  @Example
  void theValueOfTimeDecides() {
    CostPlanner planner = triangle();
    assertThat(planner.atValueOfTime(23.7).seconds()).isCloseTo(80, within(1e-6));
    assertThat(planner.atValueOfTime(23.8).seconds()).isCloseTo(40, within(1e-6));
    assertThatThrownBy(() -> planner.atValueOfTime(-1)).hasMessageContaining("must be 0 to 1000000000, got -1.0");
    assertThatThrownBy(() -> planner.atValueOfTime(Double.NaN)).hasMessageContaining("must be 0 to 1000000000, got NaN");
  }

  @Example
  void aBudgetBuysTheTimeThatItPaysFor() {
    CostPlanner planner = triangle();
    assertThat(planner.within(withHeaders(0.525)).seconds()).isCloseTo(60, within(1e-6));
    assertThat(planner.within(1)).isSameAs(planner.fastest());
    assertThatThrownBy(() -> planner.within(0.42)).hasMessageContaining("the cheapest plan costs $ 0.42154").hasMessageContaining("0.42");
  }

  @Example
  void aGoalOfBothTakesThePlanOfItsValueWhereTheBudgetPaysForIt() {
    CostPlanner planner = triangle();
    CostBudget hard = new CostBudget(withHeaders(0.525), Strictness.HARD);
    assertThat(planner.chosen(new CostGoal(0, hard))).containsSame(planner.cheapest());
    assertThat(planner.chosen(new CostGoal(1_000, hard)).orElseThrow().seconds()).isCloseTo(60, within(1e-6));
    assertThat(planner.chosen(new CostGoal(1_000, new CostBudget(0.42, Strictness.HARD)))).isEmpty();
    assertThat(planner.chosen(new CostGoal(1_000, new CostBudget(0.42, Strictness.SOFT)))).containsSame(planner.cheapest());
    assertThat(planner.chosen(CostGoal.TIME)).containsSame(planner.fastest());
  }

  @Example
  void aCurveGoesFromTheFastestToTheCheapest() {
    List<CostPlan> curve = triangle().curve(5);
    assertThat(curve).extracting(CostPlan::seconds).usingElementComparator((a, b) -> Math.abs(a - b) < 1e-4 ? 0 : 1)
        .containsExactly(40.0, 50.0, 60.0, 70.0, 80.0);
    assertThat(curve).extracting(CostPlan::usd).usingElementComparator((a, b) -> Math.abs(a - b) < 1e-6 ? 0 : 1)
        .containsExactly(withHeaders(0.65), withHeaders(0.5875), withHeaders(0.525), withHeaders(0.4625), withHeaders(0.4));
    assertThatThrownBy(() -> triangle().curve(2)).hasMessageContaining("3 to 10 points");
  }

  @Example
  void whatCannotBePlannedIsSaid() {
    Wan wan = Wans.evenTriangle();
    PathSets paths = new PathSets(wan, PathRules.defaults());
    List<SiteId> sites = wan.sites().stream().map(site -> site.id()).toList();
    BundleDemand nothing = new BundleDemand(sites.get(0), sites.get(1), 0);
    assertThatThrownBy(() -> new CostPlanner(paths, wan, List.of(nothing), solver())).hasMessageContaining("no bundle has any bytes");
    Wan cut = wan.keepLinks(link -> !link.id().from().equals(sites.get(0)));
    BundleDemand blocked = new BundleDemand(sites.get(0), sites.get(1), 1);
    assertThatThrownBy(() -> new CostPlanner(paths, cut, List.of(blocked), solver()))
        .hasMessageContaining("no path leads from " + sites.get(0) + " to " + sites.get(1));
  }

  private static void fits(Wan wan, CostPlan plan) {
    Map<Object, Double> load = new HashMap<>();
    double usd = 0;
    for (BundleAllocation bundle : plan.bundles()) {
      assertThat(bundle.bytesPerSecond() * plan.seconds()).isCloseTo(bundle.demand().bytes(), within(SAME * bundle.demand().bytes()));
      for (PathRate rate : bundle.rates()) {
        for (var link : rate.path().links()) {
          load.merge(link, rate.bytesPerSecond(), Double::sum);
          usd += withHeaders(rate.bytesPerSecond() * plan.seconds() * wan.link(link).orElseThrow().egressUsdPerGigabyte().orElse(0) / 1e9);
        }
      }
    }
    load.forEach((link, rate) -> assertThat(rate)
        .isLessThanOrEqualTo(wan.links().stream().filter(each -> each.id().equals(link)).findAny().orElseThrow()
            .capacity().bytesPerSecond() * (1 + SAME)));
    assertThat(plan.usd()).isCloseTo(usd, within(SAME * Math.max(usd, SAME)));
  }

  @Property(tries = 40)
  void plansKeepTheirBoundsAndAreOptimal(@ForAll @LongRange(max = 100_000) long seed) {
    Random random = new Random(seed);
    Wan wan = priced(Wans.load(random.nextBoolean() ? "swan" : "att"), random);
    PathSets paths = new PathSets(wan, PathRules.defaults());
    ShuffleDemand shuffle = new RandomShuffles(wan, seed).next(0);
    CostPlanner planner = new CostPlanner(paths, wan, shuffle.bundles(), solver());
    List<CostPlan> plans = new ArrayList<>(planner.curve(6));
    for (int i = 1; i < plans.size(); i++) {
      assertThat(plans.get(i).usd()).isLessThan(plans.get(i - 1).usd());
      assertThat(plans.get(i).seconds()).isGreaterThan(plans.get(i - 1).seconds());
    }
    double budget = planner.cheapest().usd() + random.nextDouble() * (planner.fastest().usd() - planner.cheapest().usd());
    if (budget >= planner.cheapest().usd()) {
      CostPlan within = planner.within(budget);
      assertThat(within.usd()).isLessThanOrEqualTo(budget);
      plans.add(within);
    }
    double value = Math.pow(10, random.nextDouble() * 6 - 2);
    CostPlan weighed = planner.atValueOfTime(value);
    plans.add(weighed);
    plans.add(planner.cheapest());
    for (CostPlan plan : plans) {
      assertThat(plan.gap()).isLessThanOrEqualTo(SAME);
      fits(wan, plan);
    }
    double least = inOtherUnits(paths, shuffle.bundles(), value / 3_600);
    assertThat(weighed.usd() + weighed.seconds() * value / 3_600).isCloseTo(least, within(1e-7 * least));
  }

  /** Solves the program of a value of time in gigabytes, dollars and seconds. */
  private static double inOtherUnits(PathSets paths, List<BundleDemand> bundles, double usdPerSecond) {
    Wan wan = paths.wan();
    try (LinearProgram program = new LinearProgram(LinearProgram.Method.CLP)) {
      int seconds = program.variable(0, Double.POSITIVE_INFINITY);
      program.cost(seconds, usdPerSecond);
      int[] rows = new int[wan.links().size()];
      for (int link = 0; link < rows.length; link++) {
        rows[link] = program.row(Double.NEGATIVE_INFINITY, 0);
        program.set(rows[link], seconds, -wan.links().get(link).capacity().bytesPerSecond() / 1e9);
      }
      for (BundleDemand bundle : bundles) {
        PathSet set = paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to()));
        int all = program.row(bundle.bytes() / 1e9, bundle.bytes() / 1e9);
        for (int path = 0; path < set.size(); path++) {
          int gigabytes = program.variable(0, Double.POSITIVE_INFINITY);
          program.set(all, gigabytes, 1);
          double usd = 0;
          for (int link : set.links(path)) {
            program.set(rows[link], gigabytes, 1);
            usd += withHeaders(wan.links().get(link).egressUsdPerGigabyte().orElse(0));
          }
          program.cost(gigabytes, usd);
        }
      }
      assertThat(program.minimise()).isEqualTo(Outcome.OPTIMAL);
      return program.value();
    }
  }

  /** With an infinite value of time, the plan is what the scheduler plans for the shuffle alone. */
  @Property(tries = 20)
  void anInfiniteValueTakesTheSchedulersRatesToTheBit(@ForAll @LongRange(max = 100_000) long seed) {
    Wan wan = priced(Wans.load("att"), new Random(seed));
    PathSets paths = new PathSets(wan, PathRules.defaults());
    ShuffleDemand shuffle = new RandomShuffles(wan, seed).next(0);
    Allocation round = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS).withAlpha(0), paths)
        .schedule(wan, List.of(shuffle), 0);
    CostPlan fastest = new CostPlanner(paths, wan, shuffle.bundles(), solver()).fastest();
    assertThat(fastest.seconds()).isEqualTo(round.shuffles().get(0).gammaSeconds());
  }
}
