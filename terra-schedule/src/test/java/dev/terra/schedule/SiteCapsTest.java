package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.SiteCap.Direction;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.explain.Explainer;
import dev.terra.schedule.explain.Explanation;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.place.ReducerPlacement;
import dev.terra.schedule.place.ReducerStage;
import dev.terra.schedule.policy.PolicyScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of Gammas with caps of sites, against values found by hand. Links carry 100 MB/s. */
class SiteCapsTest {
  private static final double LINK = 100e6;
  private static final SiteCap HUB_EGRESS = new SiteCap(new SiteId("H"), Direction.EGRESS);
  private static final SiteCap HUB_INGRESS = new SiteCap(new SiteId("H"), Direction.INGRESS);

  /** Returns a WAN of sites A, B and C, each of which has links to and from H only. */
  private static Wan star(SiteCaps hub) {
    List<Link> links = Stream.of("A", "B", "C").map(site -> LinkId.of("H", site)).flatMap(link -> Stream.of(link, link.reversed()))
        .map(link -> new Link(link, new Bandwidth(LINK), Duration.ofMillis(10), OptionalDouble.empty())).toList();
    return Wans.withCap(new Wan("star", Stream.of("H", "A", "B", "C").map(Site::of).toList(), links), "H", hub);
  }

  private static SiteCaps egress(double bytesPerSecond) {
    return new SiteCaps(Optional.of(new Bandwidth(bytesPerSecond)), Optional.empty());
  }

  private static SiteCaps ingress(double bytesPerSecond) {
    return new SiteCaps(Optional.empty(), Optional.of(new Bandwidth(bytesPerSecond)));
  }

  private static LpSolver solver() {
    return PolicyScheduler.solver(SolverName.FAST);
  }

  private static ShuffleAllocation alone(Wan wan, PolicyName policy, SolverName solver, ShuffleDemand shuffle) {
    SchedulerConfig config = SchedulerConfig.of(policy).withSolver(solver).withAlpha(0);
    return new PolicyScheduler(config, new PathSets(wan, PathRules.defaults())).schedule(wan, List.of(shuffle), 0).shuffles().get(0);
  }

  private static double gamma(Wan wan, SolverName solver, Object... triples) {
    return alone(wan, PolicyName.TERRA, solver, Wans.shuffle("s", 0, triples)).gammaSeconds();
  }

  @ParameterizedTest
  @EnumSource(SolverName.class)
  void theCapAndNotTheLinksSetsGamma(SolverName solver) {
    Object[] outward = {"H", "A", 1e9, "H", "B", 1e9, "H", "C", 1e9};
    Object[] inward = {"A", "H", 1e9, "B", "H", 1e9, "C", "H", 1e9};

    assertThat(gamma(star(SiteCaps.NONE), solver, outward)).isCloseTo(10, within(1e-9));
    assertThat(gamma(star(egress(150e6)), solver, outward)).as("3 GB at 150 MB/s").isCloseTo(20, within(1e-8));
    assertThat(gamma(star(ingress(150e6)), solver, inward)).isCloseTo(20, within(1e-8));
    assertThat(gamma(star(egress(150e6)), solver, inward)).as("only what leaves counts").isCloseTo(10, within(1e-9));
    assertThat(gamma(star(egress(400e6)), solver, outward)).as("a cap that nothing reaches").isCloseTo(10, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(SolverName.class)
  void whatASiteRelaysCountsAtItsEgressAndAtItsIngress(SolverName solver) {
    Object[] relayed = {"A", "B", 1e9, "B", "C", 1e9};

    assertThat(gamma(star(SiteCaps.NONE), solver, relayed)).isCloseTo(10, within(1e-9));
    assertThat(gamma(star(egress(50e6)), solver, relayed)).as("2 GB at 50 MB/s").isCloseTo(40, within(1e-7));
    assertThat(gamma(star(ingress(50e6)), solver, relayed)).isCloseTo(40, within(1e-7));
    assertThat(gamma(star(egress(50e6)), solver, "A", "B", 1e9, "H", "C", 3e9)).as("relayed and own bytes").isCloseTo(80, within(1e-7));
  }

  @Test
  void aDetourOverACappedSiteGivesWhatTheCapLeaves() {
    Wan wan = Wans.withCap(Wans.evenTriangle(), "C", ingress(25e6));

    assertThat(gamma(wan, SolverName.FAST, "A", "B", 1.5e9)).as("125 MB/s direct, 25 by way of C").isCloseTo(10, within(1e-8));
    assertThat(gamma(Wans.withCap(Wans.evenTriangle(), "A", egress(50e6)), SolverName.FAST, "A", "B", 1e9))
        .as("all paths leave A").isCloseTo(20, within(1e-8));
  }

  @Test
  void pathsAreThoseOfTheWanWithoutCaps() {
    Wan wan = Wans.load("swan");
    PathSets plain = new PathSets(wan, PathRules.defaults());
    PathSets capped = new PathSets(Wans.capped(wan, 1), PathRules.defaults());

    for (Site from : wan.sites()) {
      for (Site to : wan.sites()) {
        if (!from.equals(to)) {
          assertThat(capped.paths(from.id(), to.id())).isEqualTo(plain.paths(from.id(), to.id()));
          PathSet set = capped.between(wan.indexOf(from.id()), wan.indexOf(to.id()));
          PathSet links = plain.between(wan.indexOf(from.id()), wan.indexOf(to.id()));
          for (int path = 0; path < set.size(); path++) {
            assertThat(set.hops(path)).isEqualTo(set.path(path).links().size());
            assertThat(set.links(path)).startsWith(links.links(path));
            assertThat(set.links(path)).hasSize(capped.wan().resources(set.path(path)).size());
          }
        }
      }
    }
  }

  @Test
  void ofTwoShufflesTheLongerGetsWhatTheShorterLeavesOfTheCap() {
    Wan wan = star(egress(120e6));
    List<ShuffleDemand> demands = List.of(Wans.shuffle("long", 0, "H", "A", 2e9), Wans.shuffle("short", 0, "H", "B", 1e9));

    Allocation schedule = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS).withAlpha(0),
        new PathSets(wan, PathRules.defaults())).schedule(wan, demands, 0);

    assertThat(schedule.shuffles()).extracting(shuffle -> shuffle.id().value()).containsExactly("short", "long");
    assertThat(schedule.shuffles()).extracting(shuffle -> Math.round(shuffle.bundles().get(0).bytesPerSecond() / 1e6))
        .containsExactly(100L, 20L);
  }

  @Test
  void aCapThatShrinksIsKeptFromTheNextRoundOn() {
    Wan wan = star(egress(150e6));
    ShuffleDemand shuffle = Wans.shuffle("s", 0, "H", "A", 1e9, "H", "B", 1e9);
    PolicyScheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA), new PathSets(wan, PathRules.defaults()));

    assertThat(scheduler.schedule(wan, List.of(shuffle), 0).shuffles().get(0).gammaSeconds()).isCloseTo(2e9 / 150e6, within(1e-8));
    assertThat(scheduler.schedule(wan.mapCaps((cap, bandwidth) -> bandwidth.times(0.5)), List.of(shuffle), 0).shuffles().get(0)
        .gammaSeconds()).isCloseTo(2e9 / 75e6, within(1e-7));
  }

  @Test
  void theExplanationNamesTheCap() {
    Wan wan = star(new SiteCaps(Optional.of(new Bandwidth(150e6)), Optional.of(new Bandwidth(300e6))));
    PathRules rules = PathRules.defaults();
    List<ShuffleDemand> demands =
        List.of(Wans.shuffle("s", 0, "H", "A", 1e9, "H", "B", 1e9), Wans.shuffle("t", 0, "A", "C", 9e9));
    Allocation schedule = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), new PathSets(wan, rules))
        .schedule(wan, demands, 0);
    ScheduledRound round = new ScheduledRound(wan, rules, wan, ImmutableList.copyOf(demands), 0, schedule);

    Explanation first = new Explainer(round, solver()).explain(demands.get(0).id(), 10).orElseThrow();
    Explanation second = new Explainer(round, solver()).explain(demands.get(1).id(), 10).orElseThrow();

    assertThat(first.limits().bottlenecks()).isEqualTo(ImmutableList.<WanResource>of(HUB_EGRESS));
    assertThat(first.limits().bottlenecks()).hasToString("[egress cap of site H]");
    assertThat(first.remedies()).singleElement().satisfies(
        remedy -> assertThat(remedy.gammaSeconds()).isCloseTo(2e9 / 165e6, within(1e-6)));
    assertThat(second.bundles().get(0).paths().get(0).full()).as("another shuffle has all of the cap").hasValue(HUB_EGRESS);
    assertThat(second.limits().named()).as("alone, the links are narrower").doesNotContain(HUB_EGRESS, HUB_INGRESS);
  }

  @Test
  void plansWithPricesKeepTheCap() {
    Wan wan = Wans.withCap(Wans.evenTriangle(), "C", ingress(25e6));
    CostPlanner planner = new CostPlanner(new PathSets(wan, PathRules.defaults()), wan,
        List.of(new BundleDemand(new SiteId("A"), new SiteId("B"), 1.5e9)), solver());

    assertThat(planner.fastest().seconds()).isCloseTo(10, within(1e-8));
    assertThat(planner.atValueOfTime(1).seconds()).isCloseTo(10, within(1e-8));
    assertThat(planner.fastest().bundles().get(0).rates()).filteredOn(rate -> rate.path().equals(Path.of("A", "C", "B")))
        .singleElement().satisfies(rate -> assertThat(rate.bytesPerSecond()).isCloseTo(25e6, within(1.0)));
  }

  @Test
  void reducersStayWhereTheEgressCapHoldsTheirBytes() {
    ReducerStage stage = new ReducerStage(ImmutableMap.of(new SiteId("A"), 1e9, new SiteId("B"), 1e9), 100,
        ImmutableMap.of(new SiteId("A"), 100, new SiteId("B"), 100), 0);
    Wan capped = Wans.withCap(Wans.evenTriangle(), "A", egress(25e6));

    ImmutableMap<SiteId, Double> shares = placement(capped, stage).shares();

    assertThat(placement(Wans.evenTriangle(), stage).shares().get(new SiteId("A"))).isCloseTo(0.5, within(1e-6));
    assertThat(shares.get(new SiteId("A"))).as("(1 - r) / 25 = r / 250").isCloseTo(10 / 11.0, within(1e-6));
  }

  private static ReducerPlacement placement(Wan wan, ReducerStage stage) {
    return new ReducerPlacement(new PathSets(wan, PathRules.defaults()), wan, stage, solver());
  }

  @Test
  void forbiddenLinksStayForbidden() {
    Wan wan = Wans.withCap(Wans.evenTriangle(), "C", ingress(25e6));
    PathRules rules = new PathRules(PathRules.DEFAULT_PATHS, true, ImmutableSet.of(LinkId.of("A", "B")), ImmutableSet.of());

    double gamma = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA).withAlpha(0), new PathSets(wan, rules))
        .schedule(wan, List.of(Wans.shuffle("s", 0, "A", "B", 1e9)), 0).shuffles().get(0).gammaSeconds();

    assertThat(gamma).isCloseTo(40, within(1e-7));
  }
}
