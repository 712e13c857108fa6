package dev.terra.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Programs;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests of laws that hold for every policy: neither names nor units change a schedule. */
class PolicyLawsTest {
  private static Allocation schedule(PolicyName policy, Wan wan, List<ShuffleDemand> demands) {
    return new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(wan, PathRules.atMost(5))).schedule(wan, demands, 0);
  }

  private static List<ShuffleDemand> shuffles(Wan wan, int count, long seed) {
    RandomShuffles random = new RandomShuffles(wan, seed);
    List<ShuffleDemand> shuffles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shuffles.add(random.next(0));
    }
    return shuffles;
  }

  /** Returns the rates by the text of shuffle and path. */
  private static Map<String, Double> rates(Allocation schedule, UnaryOperator<String> siteName) {
    Map<String, Double> rates = new HashMap<>();
    for (ShuffleAllocation shuffle : schedule.shuffles()) {
      shuffle.bundles().stream().flatMap(bundle -> bundle.rates().stream()).forEach(rate -> rates.merge(
          shuffle.id() + " " + rate.path().sites().stream().map(site -> siteName.apply(site.name())).toList(),
          rate.bytesPerSecond(), Double::sum));
    }
    return rates;
  }

  private static void assertSame(Map<String, Double> actual, Map<String, Double> expected, double factor) {
    double largest = expected.values().stream().mapToDouble(Double::doubleValue).max().orElse(0) * factor;
    expected.forEach((path, rate) -> assertThat(actual.getOrDefault(path, 0.0)).as(path).isCloseTo(rate * factor, within(1e-6 * largest)));
    actual.forEach((path, rate) -> assertThat(expected.containsKey(path) || rate <= 1e-6 * largest).as(path).isTrue());
  }

  private static SiteId renamed(SiteId site) {
    return new SiteId("x" + site.name());
  }

  private static Wan renamed(Wan wan) {
    return new Wan("other", wan.sites().stream().map(site -> Site.of(renamed(site.id()).name())).toList(),
        wan.links().stream().map(link -> new Link(new LinkId(renamed(link.id().from()), renamed(link.id().to())), link.capacity(),
            link.latency(), link.egressUsdPerGigabyte())).toList());
  }

  private static ShuffleDemand renamed(ShuffleDemand demand) {
    return demand.withBundles(demand.bundles().stream()
        .map(bundle -> new BundleDemand(renamed(bundle.from()), renamed(bundle.to()), bundle.bytes(), bundle.flows())).toList());
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void namesOfSitesMeanNothing(@ForAll PolicyName policy, @ForAll @IntRange(min = 4, max = 8) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    List<ShuffleDemand> demands = shuffles(wan, 5, seed);

    Allocation schedule = schedule(policy, wan, demands);
    Allocation other = schedule(policy, renamed(wan), demands.stream().map(PolicyLawsTest::renamed).toList());

    assertThat(rates(other, name -> name.substring(1))).isEqualTo(rates(schedule, name -> name));
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void theOrderInWhichShufflesAreGivenMeansNothing(
      @ForAll PolicyName policy, @ForAll @IntRange(min = 4, max = 8) int sites, @ForAll long seed) {
    // a max-min program may have several optima with different paths, and which optimum is found depends on the order of its bundles
    Assume.that(policy != PolicyName.TERRA && policy != PolicyName.MULTIPATH_ONLY);
    Wan wan = Programs.wan(sites, seed);
    List<ShuffleDemand> demands = shuffles(wan, 5, seed);
    List<ShuffleDemand> backwards = new ArrayList<>(demands);
    Collections.reverse(backwards);

    Map<String, Double> expected = rates(schedule(policy, wan, demands), name -> name);
    Map<String, Double> actual = rates(schedule(policy, wan, backwards), name -> name);

    assertSame(actual, expected, 1);
  }

  /**
   * With twice the bytes everywhere, the order and the rates are the same, and Gammas double. The factor is a power of two, so that not
   * even rounding differs.
   */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void bytesHaveNoUnit(@ForAll PolicyName policy, @ForAll @IntRange(min = 4, max = 8) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    List<ShuffleDemand> demands = shuffles(wan, 5, seed);
    List<ShuffleDemand> twice = demands.stream().map(demand -> demand.withBundles(demand.bundles().stream()
        .map(bundle -> new BundleDemand(bundle.from(), bundle.to(), 2 * bundle.bytes(), bundle.flows())).toList())).toList();

    Allocation schedule = schedule(policy, wan, demands);
    Allocation other = schedule(policy, wan, twice);

    assertThat(other.shuffles()).extracting(ShuffleAllocation::id)
        .isEqualTo(schedule.shuffles().stream().map(ShuffleAllocation::id).toList());
    assertSame(rates(other, name -> name), rates(schedule, name -> name), 1);
    for (int i = 0; i < schedule.shuffles().size(); i++) {
      double gamma = schedule.shuffles().get(i).gammaSeconds();
      assertThat(other.shuffles().get(i).gammaSeconds()).isCloseTo(2 * gamma, within(1e-9 * gamma));
    }
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void capacitiesHaveNoUnit(@ForAll PolicyName policy, @ForAll @IntRange(min = 4, max = 8) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    Wan wider = wan.mapLinks(link -> link.withCapacity(link.capacity().times(4)));
    List<ShuffleDemand> demands = shuffles(wan, 5, seed);

    Allocation schedule = schedule(policy, wan, demands);
    Allocation other = schedule(policy, wider, demands);

    assertSame(rates(other, name -> name), rates(schedule, name -> name), 4);
  }

  /** Gamma is the time that a shuffle takes alone on the WAN, whatever other shuffles there are and whatever the policy does. */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void gammaDependsOnNobodyElse(@ForAll PolicyName policy, @ForAll @IntRange(min = 4, max = 8) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    List<ShuffleDemand> demands = shuffles(wan, 4, seed);
    Allocation schedule = schedule(policy, wan, demands);
    for (ShuffleDemand demand : demands) {
      double alone = schedule(PolicyName.TERRA_PLUS, wan, List.of(demand)).shuffles().get(0).gammaSeconds();
      assertThat(gamma(schedule, demand.id())).isCloseTo(alone, within(1e-7 * alone));
    }
  }

  private static double gamma(Allocation schedule, ShuffleId id) {
    return schedule.shuffles().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow().gammaSeconds();
  }

  /** A shuffle that is alone is as fast as possible, under the policies that use all paths and plan. */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void aloneTerraPlusIsOptimal(@ForAll @IntRange(min = 3, max = 8) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    ShuffleAllocation alone = schedule(PolicyName.TERRA_PLUS, wan, shuffles(wan, 1, seed)).shuffles().get(0);

    assertThat(alone.bundles()).isNotEmpty().allSatisfy(bundle -> assertThat(
        bundle.rates().stream().mapToDouble(PathRate::plannedBytesPerSecond).sum() * alone.gammaSeconds())
        .isCloseTo(bundle.demand().bytes(), within(1e-6 * bundle.demand().bytes())));
  }
}
