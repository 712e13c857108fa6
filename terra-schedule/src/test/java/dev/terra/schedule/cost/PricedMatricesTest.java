package dev.terra.schedule.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.Example;

/** Tests of plans at the prices of three clouds, and on att with prices. {@code -Dterra.matrices} sets the number of random matrices. */
class PricedMatricesTest {
  private static final int MATRICES = Integer.getInteger("terra.matrices", 12);
  private static final double SAME = 1e-9;

  /**
   * A region, with the price in US dollars of a gigabyte to other regions of its cloud, and to other clouds, from the providers' lists.
   *
   * @param gigabitsPerSecond the rate at which one machine may send
   */
  private record Region(String name, double insideUsd, double outsideUsd, double gigabitsPerSecond) {
    String cloud() {
      return name.substring(0, 3);
    }
  }

  private static final List<Region> REGIONS = List.of(
      new Region("aws-us-east-1", 0.02, 0.09, 5), new Region("aws-eu-west-1", 0.02, 0.09, 5),
      new Region("aws-ap-northeast-1", 0.09, 0.114, 5), new Region("aws-sa-east-1", 0.138, 0.15, 5),
      new Region("gcp-us-east1", 0.05, 0.12, 7), new Region("gcp-europe-west1", 0.05, 0.12, 7),
      new Region("gcp-asia-east1", 0.08, 0.12, 7), new Region("azu-eastus", 0.02, 0.0875, 16),
      new Region("azu-westeurope", 0.02, 0.0875, 16), new Region("azu-japaneast", 0.08, 0.12, 16));

  private static Wan clouds() {
    List<Link> links = new ArrayList<>();
    for (Region from : REGIONS) {
      for (Region to : REGIONS) {
        if (!from.equals(to)) {
          double usd = from.cloud().equals(to.cloud()) ? from.insideUsd : from.outsideUsd;
          links.add(new Link(LinkId.of(from.name, to.name), Bandwidth.ofMegabitsPerSecond(1_000 * from.gigabitsPerSecond),
              Duration.ofMillis(50), OptionalDouble.of(usd)));
        }
      }
    }
    return new Wan("clouds", REGIONS.stream().map(region -> Site.of(region.name)).toList(), links);
  }

  /** Returns the price of a link. The index of each site in the WAN decides which region of the table the site is. */
  private static double egressUsd(Wan wan, LinkId link) {
    Region from = REGIONS.get(wan.indexOf(link.from()) % REGIONS.size());
    Region to = REGIONS.get(wan.indexOf(link.to()) % REGIONS.size());
    return from.cloud().equals(to.cloud()) ? from.insideUsd : from.outsideUsd;
  }

  private static Wan wan(String name) {
    Random random = new Random(1);
    if (name.equals("att in clouds")) {
      Wan att = Wans.load("att");
      return att.mapLinks(link -> new Link(link.id(), link.capacity(), link.latency(), OptionalDouble.of(egressUsd(att, link.id()))));
    }
    return name.equals("clouds") ? clouds() : Wans.load(name).mapLinks(link -> new Link(
        link.id(), link.capacity(), link.latency(), OptionalDouble.of(0.01 * random.nextInt(13))));
  }

  @Example
  void onTheCloudsPlansKeepBudgetsAndAreOptimalAndCurvesFall() {
    keepsItsPromises(wan("clouds"));
  }

  @Example
  void onAttPlansKeepBudgetsAndAreOptimalAndCurvesFall() {
    keepsItsPromises(wan("att"));
  }

  @Example
  void onAttWithSitesInCloudsPlansKeepBudgetsAndAreOptimalAndCurvesFall() {
    keepsItsPromises(wan("att in clouds"));
  }

  private static void keepsItsPromises(Wan wan) {
    PathSets paths = new PathSets(wan, PathRules.defaults());
    RandomShuffles shuffles = new RandomShuffles(wan, 1);
    Random random = new Random(2);
    for (int matrix = 0; matrix < MATRICES; matrix++) {
      List<BundleDemand> bundles = shuffles.next(0).bundles();
      CostPlanner planner = new CostPlanner(paths, wan, bundles, new CertifiedSolver(new PathSimplex(), GlopSolver::new));
      falls(planner.curve(3 + random.nextInt(8)));
      keepsBudgets(planner, random.nextDouble());
      takesTheCheapestPathsAtNoValueOfTime(paths, planner);
      assertThat(planner.atValueOfTime(Double.POSITIVE_INFINITY)).isSameAs(planner.fastest());
      double value = Math.pow(10, random.nextDouble() * 5 - 1);
      CostPlan plan = planner.atValueOfTime(value);
      double sum = plan.usd() + plan.seconds() * value / 3_600;
      assertThat(plan.gap()).as("matrix %s", matrix).isLessThanOrEqualTo(SAME);
      assertThat(sum).as("matrix %s", matrix).isLessThanOrEqualTo(byAnotherSolver(paths, bundles, value / 3_600) * (1 + SAME));
    }
  }

  private static void falls(List<CostPlan> curve) {
    assertThat(curve).isNotEmpty().allSatisfy(plan -> assertThat(plan.gap()).isLessThanOrEqualTo(SAME));
    assertThat(curve).extracting(CostPlan::usd).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(curve).extracting(CostPlan::seconds).isSorted();
  }

  private static void keepsBudgets(CostPlanner planner, double part) {
    double budget = planner.cheapest().usd() + part * (planner.fastest().usd() - planner.cheapest().usd());
    if (budget > planner.cheapest().usd()) {
      CostPlan plan = planner.within(budget);
      assertThat(plan.usd()).isLessThanOrEqualTo(budget);
      assertThat(plan.gap()).isLessThanOrEqualTo(SAME);
    }
  }

  private static void takesTheCheapestPathsAtNoValueOfTime(PathSets paths, CostPlanner planner) {
    for (BundleAllocation bundle : planner.atValueOfTime(0).bundles()) {
      double least = paths.paths(bundle.demand().from(), bundle.demand().to()).stream()
          .mapToDouble(path -> usd(paths.wan(), path)).min().orElseThrow();
      assertThat(bundle.rates()).extracting(PathRate::path).allSatisfy(path ->
          assertThat(usd(paths.wan(), path)).isLessThanOrEqualTo(least * (1 + SAME) + 1e-15));
    }
  }

  /** Returns the cost of 10^9 bytes of data on a path, with headers and acknowledgements, in US dollars. */
  private static double usd(Wan wan, Path path) {
    return path.links().stream().mapToDouble(link -> wan.link(link).orElseThrow().egressUsdPerGigabyte().orElse(0)).sum()
        / Payload.PRICED_SHARE;
  }

  /** Returns the least cost + value x time that CLP finds for the program in gigabytes, dollars and seconds. */
  private static double byAnotherSolver(PathSets paths, List<BundleDemand> bundles, double usdPerSecond) {
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
          program.cost(gigabytes, usd(wan, set.path(path)));
          for (int link : set.links(path)) {
            program.set(rows[link], gigabytes, 1);
          }
        }
      }
      assertThat(program.minimise()).isEqualTo(Outcome.OPTIMAL);
      return program.value();
    }
  }

  @Example
  void withoutPricesEveryPlanIsTheFastest() {
    Wan wan = Wans.load("swan");
    List<BundleDemand> bundles = new RandomShuffles(wan, 3).next(0).bundles();
    CostPlanner planner =
        new CostPlanner(new PathSets(wan, PathRules.defaults()), wan, bundles, new CertifiedSolver(new PathSimplex(), GlopSolver::new));
    assertThat(planner.within(0)).isSameAs(planner.fastest());
    assertThat(planner.curve(3)).hasSize(1);
  }
}
