package dev.terra.sim.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.bound.BusyTimeBound.Item;
import dev.terra.topology.RandomTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tests that compare bounds with each other and, on one link, where the best order is known, with the optimum. */
class BoundsTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final double BYTES_PER_SECOND = 1e6;

  private static Wan pipe() {
    return new Wan("pipe", List.of(Site.of("A"), Site.of("B")), List.of(new Link(LinkId.of("A", "B"), new Bandwidth(BYTES_PER_SECOND),
        Duration.ofMillis(1), OptionalDouble.empty())));
  }

  private static BoundItem item(double release, double seconds) {
    return new BoundItem(release, List.of(new BundleDemand(A, B, seconds * BYTES_PER_SECOND)));
  }

  /** Returns the least mean time from release to end on one machine, where the item with the shortest remaining time goes first. */
  private static double shortestFirst(List<BoundItem> items) {
    List<double[]> coming = new ArrayList<>(items.stream().map(item -> new double[] {item.releaseSeconds(),
        item.bundles().get(0).bytes() / BYTES_PER_SECOND}).sorted(Comparator.comparingDouble(item -> item[0])).toList());
    List<double[]> open = new ArrayList<>();
    double sum = 0;
    double now = 0;
    while (!coming.isEmpty() || !open.isEmpty()) {
      while (!coming.isEmpty() && coming.get(0)[0] <= now + 1e-12) {
        open.add(coming.remove(0));
      }
      double until = coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.get(0)[0];
      if (open.isEmpty()) {
        now = until;
        continue;
      }
      double[] first = open.stream().min(Comparator.comparingDouble(item -> item[1])).orElseThrow();
      double step = Math.min(first[1], until - now);
      now += step;
      first[1] -= step;
      if (first[1] <= 1e-12) {
        open.remove(first);
        sum += now - first[0];
      }
    }
    return sum / items.size();
  }

  private static List<BoundItem> items(long seed, int most) {
    Random random = new Random(seed);
    return IntStream.range(0, 1 + random.nextInt(most)).mapToObj(i -> item(random.nextInt(3) * 2.0, 1 + random.nextInt(9))).toList();
  }

  private static Bound optimum(List<BoundItem> items, double reached) {
    return new OptimalOrder(new PathSets(pipe(), PathRules.defaults()), 20_000).solve(items, reached);
  }

  @Property(tries = 15)
  void onOneLinkTheOptimumIsTheShortestFirst(@ForAll @LongRange(max = 99_999) long seed) {
    List<BoundItem> items = items(seed, 4);
    double best = shortestFirst(items);

    Bound bound = optimum(items, best * 1.5 + 1);

    assertThat(bound.exact()).isTrue();
    assertThat(bound.averageSeconds()).isCloseTo(best, withinPercentage(1e-3));
    assertThat(bound.programs()).isPositive();
  }

  @Property(tries = 15)
  void withoutEnoughProgramsItIsStillABound(@ForAll @LongRange(max = 99_999) long seed) {
    List<BoundItem> items = items(seed, 4);
    double best = shortestFirst(items);

    Bound bound = new OptimalOrder(new PathSets(pipe(), PathRules.defaults()), 2).solve(items, best * 1.5 + 1);

    assertThat(bound.averageSeconds()).isLessThanOrEqualTo(best * (1 + 1e-6));
    assertThat(bound.programs()).isLessThanOrEqualTo(2);
  }

  @Property(tries = 40)
  void theBusyTimeIsNoMoreThanAnyScheduleNeeds(@ForAll @LongRange(max = 99_999) long seed) {
    List<BoundItem> items = items(seed, 7);
    List<Item> loads = IntStream.range(0, items.size()).mapToObj(i -> new Item(i, items.get(i).releaseSeconds(), 0,
        List.of(items.get(i).bundles().get(0).bytes() / BYTES_PER_SECOND))).toList();
    List<Double> alone = loads.stream().map(item -> item.releaseSeconds() + item.loads().get(0)).toList();
    double releases = items.stream().mapToDouble(BoundItem::releaseSeconds).sum();

    double bound = (new BusyTimeBound(loads, alone).ends().stream().mapToDouble(Double::doubleValue).sum() - releases) / items.size();

    double best = shortestFirst(items);
    assertThat(bound).isBetween(0.85 * best, best * (1 + 1e-9));
  }

  @Test
  void jobsThatNeverWaitEndAsIfAlone() {
    assertThat(new BusyTimeBound(List.of(), List.of(3.0, 7.0)).ends()).containsExactly(3.0, 7.0);
    List<Double> far = new BusyTimeBound(
        List.of(new Item(0, 0, 0, List.of(2.0)), new Item(1, 100, 5, List.of(2.0))), List.of(2.0, 107.0)).ends();
    assertThat(far.get(0) + far.get(1)).isCloseTo(109, within(0.1));
  }

  @Property(tries = 15)
  void noPriceAsksMoreOfACoflowThanItsGamma(@ForAll @LongRange(max = 9999) long seed) {
    Wan wan = RandomTopology.generate(5, 7, seed);
    PathSets paths = new PathSets(wan, PathRules.defaults());
    Random random = new Random(seed);
    List<List<BundleDemand>> coflows = new ArrayList<>();
    for (int coflow = 0; coflow < 5; coflow++) {
      List<BundleDemand> bundles = new ArrayList<>();
      for (int to = 1; to < 5; to++) {
        if (bundles.isEmpty() || random.nextBoolean()) {
          bundles.add(new BundleDemand(wan.sites().get(0).id(), wan.sites().get(to).id(), 1e9 * (1 + random.nextInt(9))));
        }
      }
      coflows.add(bundles);
    }

    List<List<Double>> loads = new LinkPrices(paths, wan.capacities()).loads(coflows);

    assertThat(loads).hasSameSizeAs(coflows);
    for (int coflow = 0; coflow < coflows.size(); coflow++) {
      PricedGamma gamma = PricedGamma.of(paths, new BoundItem(0, coflows.get(coflow)));
      assertThat(loads.get(coflow)).as("some price is tight for what is near").allSatisfy(load ->
          assertThat(load).isBetween(0.0, gamma.seconds() * (1 + 1e-6)));
      assertThat(gamma.weights().stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(1, within(1e-9));
    }
  }

  @Property(tries = 15)
  void twiceTheBytesHaveTwiceTheGammaWithTheSameWeights(@ForAll @LongRange(max = 9999) long seed) {
    Wan wan = RandomTopology.generate(4, 5, seed);
    PathSets paths = new PathSets(wan, PathRules.defaults());
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    List<BundleDemand> once = List.of(new BundleDemand(sites.get(0), sites.get(1), 3e9), new BundleDemand(sites.get(2), sites.get(1), 1e9));
    List<BundleDemand> twice = once.stream().map(bundle -> new BundleDemand(bundle.from(), bundle.to(), 2 * bundle.bytes())).toList();

    PricedGamma gamma = PricedGamma.of(paths, new BoundItem(0, once));
    PricedGamma doubled = PricedGamma.of(paths, new BoundItem(0, twice));

    assertThat(doubled.seconds()).isCloseTo(2 * gamma.seconds(), withinPercentage(1e-6));
    assertThat(doubled.weight(0)).isCloseTo(gamma.weight(0), within(1e-6));
  }
}
