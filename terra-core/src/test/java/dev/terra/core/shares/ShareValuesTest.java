package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the exact values of the parts of a division, and of the bounds of their arguments. */
class ShareValuesTest {
  private static final ImmutableList<RateResource> RATES = ImmutableList.of(new RateResource("reads", true),
      new RateResource("writes", false), new RateResource("network", true));
  private static final MissRatioCurve CURVE = MissRatioCurve.of(List.of(10L, 20L, 40L), List.of(.8, .5, .25));
  private static final RequestDemand DEMAND = new RequestDemand(ImmutableList.of(2., 1., 100.), ImmutableList.of(1., 0., .5));

  private static Allotment allotment(long cache, Double... rates) {
    return new Allotment(cache, ImmutableList.copyOf(rates));
  }

  private static Holding holding(MissRatioCurve curve, RequestDemand demand, long cache) {
    Allotment base = allotment(cache, 10., 4., 600.);
    return new Holding(RATES, new CacheTenant("one", demand, curve, base), base);
  }

  private static Holding holding() {
    return holding(CURVE, DEMAND, 20);
  }

  private static void assertNear(double[] actual, double... expected) {
    assertThat(actual).containsExactly(expected, within(1e-9));
  }

  @Test
  void theScarcestRateBoundsTheThroughput() {
    assertThat(holding().throughput()).as("10 reads at 1, 4 writes at 1, 600 bytes at 75").isCloseTo(4, within(1e-12));
    RequestDemand nothing = new RequestDemand(ImmutableList.of(0., 0., 0.), ImmutableList.of(0., 0., 0.));
    assertThat(holding(CURVE, nothing, 20).throughput()).isInfinite();
  }

  @Test
  void whatTheScarcestRateLeavesIsGivenUp() {
    Holding holding = holding();
    assertNear(holding.giveUpIdle(), 6, 0, 300);
    assertThat(holding.allotment()).isEqualTo(allotment(20, 4., 4., 300.));
    assertNear(holding.keepFor(5), -1, -1, -75);
    assertThat(holding.rate(2)).isEqualTo(375);
  }

  @Test
  void aRateThatRequestsDoNotTakeIsGivenUpAsAWhole() {
    RequestDemand writes = new RequestDemand(ImmutableList.of(0., 1., 0.), ImmutableList.of(0., 0., 0.));
    assertNear(holding(CURVE, writes, 20).giveUpIdle(), 10, 0, 600);
  }

  @Test
  void moreCacheSparesAndLessCacheCostsByWhatHitsSpare() {
    Holding holding = holding();
    assertNear(holding.given(20), 10 * .25 / .5, 0, 600 * .25 * .5 / .75);
    assertNear(holding.asked(10, 10), 10 * .3 / .5, 0, 600 * .3 * .5 / .75);
    assertNear(holding.asked(10, 11), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  @Test
  void aFlatCurveSparesNothingAndAsksForNothing() {
    MissRatioCurve flat = MissRatioCurve.of(List.of(10L, 40L), List.of(.5, .5));
    assertNear(holding(flat, DEMAND, 20).given(10), 0, 0, 0);
    assertNear(holding(flat, DEMAND, 20).asked(10, 0), 0, 0, 0);
  }

  @Test
  void noRateMakesUpForACacheInWhichAllHits() {
    Holding all = holding(MissRatioCurve.of(List.of(10L, 20L), List.of(.5, 0.)), DEMAND, 20);
    assertNear(all.given(10), 0, 0, 0);
    assertThat(all.asked(10, 0)).containsOnly(Double.POSITIVE_INFINITY);
  }

  @Test
  void whatIsHeldChangesAndIsNotLessThanNothing() {
    Holding holding = holding();
    holding.add(0, -12);
    holding.add(1, .5);
    holding.addCache(-7);
    assertThat(holding.allotment()).isEqualTo(allotment(13, 0., 4.5, 600.));
    assertThat(holding.cacheBytes()).isEqualTo(13);
    assertThat(holding.missRatio(7)).isEqualTo(.5);
  }

  private static Holding plain(Double... rates) {
    ImmutableList<Double> none = ImmutableList.of(0., 0., 0.);
    Allotment base = allotment(20, rates);
    return new Holding(RATES, new CacheTenant("plain", new RequestDemand(none, none), CURVE, base), base);
  }

  @Test
  void whatIsSpareGoesToTenantsByWhatTheyHold() {
    List<Holding> holdings = List.of(plain(30., 0., 5.), plain(10., 0., 15.));
    Spare spare = Spare.of(holdings, 3);
    assertThat(spare.isNothing()).isTrue();
    spare.add(new double[] {20, 0, -10});
    holdings.get(0).add(0, -20);
    holdings.get(1).add(2, 10);
    assertThat(spare.isNothing()).isFalse();
    spare.giveTo(holdings);
    assertThat(holdings.get(0).allotment()).isEqualTo(allotment(20, 20., 0., 5 - 10 * (5 / 30.)));
    assertThat(holdings.get(1).allotment()).isEqualTo(allotment(20, 20., 0., 25 - 10 * (25 / 30.)));
  }

  @Test
  void aRateThatNoneHoldsIsDividedEqually() {
    List<Holding> holdings = List.of(plain(30., 6., 5.), plain(10., 2., 15.));
    Spare spare = Spare.of(holdings, 3);
    holdings.forEach(holding -> spare.add(new double[] {0, holding.rate(1), 0}));
    holdings.forEach(holding -> holding.add(1, -holding.rate(1)));
    spare.giveTo(holdings);
    assertThat(holdings).allSatisfy(holding -> assertThat(holding.rate(1)).isEqualTo(4));
  }

  @Test
  void theShortestRateSaysWhatIsGainedAndWhetherCacheHelps() {
    Spare spare = Spare.of(List.of(plain(30., 40., 50.), plain(10., 40., 50.)), 3);
    spare.add(new double[] {8, 40, 50});
    assertThat(spare.gain()).as("8 of the other 32").isCloseTo(.25, within(1e-12));
    assertThat(spare.traded(RATES)).isZero();
    Spare after = spare.after(new double[] {12, 0, 0}, new double[] {0, 0, 30});
    assertThat(after.gain()).as("20 of 20, 40 of 40, 20 of 80").isCloseTo(.25, within(1e-12));
    assertThat(after.traded(RATES)).isEqualTo(2);
    assertThat(spare.after(new double[3], new double[] {0, 35, 0}).traded(RATES)).as("hits spare no writes").isEqualTo(-1);
    assertThat(spare.gain()).as("a move that is looked at changes nothing").isCloseTo(.25, within(1e-12));
  }

  @Test
  void roundingIsNothing() {
    Spare spare = Spare.of(List.of(plain(1., 1., 1.)), 3);
    spare.add(new double[] {.00009, -.00009, 0});
    assertThat(spare.isNothing()).isTrue();
    spare.add(new double[] {0, 0, -.0001});
    assertThat(spare.isNothing()).isFalse();
  }

  private static SharePool reading(MissRatioCurve first, MissRatioCurve second, ShareRules rules) {
    RequestDemand reads = new RequestDemand(ImmutableList.of(1., 0., 0.), ImmutableList.of(1., 0., 0.));
    return new SharePool(RATES, ImmutableList.of(new CacheTenant("first", reads, first, allotment(40, 2., 2., 2.)),
        new CacheTenant("second", reads, second, allotment(40, 2., 2., 2.))), rules);
  }

  private static List<Long> caches(SharePolicy policy, SharePool pool) {
    return policy.divide(pool).stream().map(Allotment::cacheBytes).toList();
  }

  private static final MissRatioCurve EVEN = MissRatioCurve.of(List.of(64L), List.of(.5));
  private static final MissRatioCurve STEEPER = MissRatioCurve.of(List.of(64L), List.of(.25));

  @Test
  void whereMissesFallAsMuchAsTheyRiseNoCacheMoves() {
    assertThat(caches(SharePolicy.MEMSHARE, reading(EVEN, EVEN, ShareRules.of(8, 0)))).containsExactly(40L, 40L);
  }

  @Test
  void aTenantKeepsHalfOfItsCacheAndMovesAreBounded() {
    assertThat(caches(SharePolicy.MEMSHARE, reading(EVEN, STEEPER, ShareRules.of(8, 0)))).containsExactly(24L, 56L);
    assertThat(caches(SharePolicy.MEMSHARE, reading(STEEPER, EVEN, ShareRules.of(8, 0)))).containsExactly(56L, 24L);
    assertThat(caches(SharePolicy.MEMSHARE, reading(EVEN, STEEPER, new ShareRules(20, 0, 9, .1)))).containsExactly(20L, 60L);
    assertThat(caches(SharePolicy.MEMSHARE, reading(EVEN, STEEPER, new ShareRules(21, 0, 9, .1)))).containsExactly(40L, 40L);
    assertThat(caches(SharePolicy.MEMSHARE, reading(EVEN, STEEPER, new ShareRules(4, 0, 1, .1)))).containsExactly(36L, 44L);
    assertThat(caches(SharePolicy.HARE, reading(EVEN, STEEPER, new ShareRules(4, 0, 1, .0001)))).containsExactly(36L, 44L);
    assertThat(caches(SharePolicy.HARE, reading(EVEN, STEEPER, new ShareRules(4, 0, 9, 1)))).containsExactly(40L, 40L);
    assertThat(caches(SharePolicy.HARE, reading(EVEN, STEEPER, new ShareRules(4, 37, 9, .0001)))).containsExactly(40L, 40L);
    assertThat(caches(SharePolicy.HARE, reading(EVEN, STEEPER, new ShareRules(4, 36, 9, .0001)))).containsExactly(36L, 44L);
  }

  @Test
  void withEqualBasesNothingChanges() {
    SharePool pool = reading(EVEN, STEEPER, ShareRules.of(8, 0));
    assertThat(SharePolicy.EQUAL.divide(pool)).isEqualTo(pool.bases());
  }

  @Test
  void aCurveIsStraightBetweenItsPoints() {
    assertThat(CURVE.at(0)).isEqualTo(1);
    assertThat(CURVE.at(5)).isCloseTo(.9, within(1e-12));
    assertThat(CURVE.at(10)).isEqualTo(.8);
    assertThat(CURVE.at(13)).isCloseTo(.71, within(1e-12));
    assertThat(CURVE.at(35)).isCloseTo(.3125, within(1e-12));
    assertThat(CURVE.at(41)).isEqualTo(.25);
    assertThat(MissRatioCurve.of(List.of(1L), List.of(0.)).salted(0).at(9)).isZero();
  }

  @Test
  void wrongCurvesAreRefused() {
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(), List.of())).hasMessageContaining("curve");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(1L), List.of(1., .5))).hasMessageContaining("curve");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(0L), List.of(1.))).hasMessageContaining("rising sizes");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(1L), List.of(1.1))).hasMessageContaining("do not rise");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(1L), List.of(-.1))).hasMessageContaining("from 1 to 0");
    assertThatThrownBy(() -> CURVE.at(-1)).hasMessageContaining("size");
    assertThatThrownBy(() -> CURVE.salted(-.1)).hasMessageContaining("salt");
  }

  @Test
  void wrongSharesAreRefused() {
    assertThat(allotment(0, 0.).cacheBytes()).isZero();
    assertThatThrownBy(() -> allotment(-1)).hasMessageContaining("cache");
    assertThatThrownBy(() -> allotment(0, 1., -.1)).hasMessageContaining("rates");
    assertThatThrownBy(() -> new RequestDemand(ImmutableList.of(-.1), ImmutableList.of(0.))).hasMessageContaining("demand");
    assertThatThrownBy(() -> new RequestDemand(ImmutableList.of(1.), ImmutableList.of(1.1))).hasMessageContaining("spared");
    assertThatThrownBy(() -> new RequestDemand(ImmutableList.of(1.), ImmutableList.of(-.1))).hasMessageContaining("spared");
    assertThat(new ShareRules(1, 0, 0, .1).mostMoves()).isZero();
    assertThatThrownBy(() -> new ShareRules(0, 0, 0, .1)).hasMessageContaining("delta");
    assertThatThrownBy(() -> new ShareRules(1, -1, 0, .1)).hasMessageContaining("least cache");
    assertThatThrownBy(() -> new ShareRules(1, 0, -1, .1)).hasMessageContaining("moves");
    assertThatThrownBy(() -> new ShareRules(1, 0, 0, 0)).hasMessageContaining("least gain");
    SharePool pool = reading(EVEN, EVEN, ShareRules.of(1, 0));
    ImmutableList<RateResource> two = RATES.subList(0, 2);
    assertThatThrownBy(() -> new SharePool(two, pool.tenants(), pool.rules())).hasMessageContaining("expected 2 rates, got 3");
    assertThatThrownBy(() -> pool.withCaches(List.of(1L))).hasMessageContaining("caches");
    assertThatThrownBy(() -> pool.gain(ImmutableList.of())).hasMessageContaining("allotments");
  }

  private static SharePool unit() {
    RequestDemand one = new RequestDemand(ImmutableList.of(1.), ImmutableList.of(0.));
    return new SharePool(ImmutableList.of(new RateResource("rate", false)),
        ImmutableList.of(new CacheTenant("only", one, EVEN, allotment(8, 64.))), ShareRules.of(1, 0));
  }

  private static boolean replaces(double margin, double current, double proposed) {
    ImmutableList<Allotment> next = ImmutableList.of(allotment(8, proposed));
    return new ShareReview(margin).next(unit(), ImmutableList.of(allotment(8, current)), next).equals(next);
  }

  @Test
  void aDivisionIsReplacedFromItsMarginOn() {
    assertThat(replaces(.25, 64, 80)).isTrue();
    assertThat(replaces(.25, 64, 79.9)).isFalse();
    assertThat(replaces(.25, 80, 95.9)).isFalse();
    assertThat(replaces(.25, 48, 49)).as("a quarter below its base is not too far").isFalse();
    assertThat(replaces(.25, 47.9, 49)).isTrue();
    assertThat(replaces(.25, 47, 46)).as("no better").isFalse();
    assertThat(replaces(0, 64, 64)).isTrue();
    assertThatThrownBy(() -> new ShareReview(-.1)).hasMessageContaining("margin");
  }

  @Test
  void aTransitionHasAsManyStepsAsItsLargestMoveNeeds() {
    ImmutableList<Long> from = ImmutableList.of(40L, 40L);
    assertThat(ShareTransition.moving(from, from, 10).steps()).isEqualTo(1);
    assertThat(ShareTransition.moving(from, ImmutableList.of(60L, 20L), 10).steps()).isEqualTo(2);
    assertThat(ShareTransition.moving(from, ImmutableList.of(61L, 20L), 10).steps()).isEqualTo(3);
    assertThat(ShareTransition.moving(ImmutableList.of(), ImmutableList.of(), 1).steps()).isEqualTo(1);
    ShareTransition transition = new ShareTransition(from, ImmutableList.of(60L, 20L), 2);
    assertThat(transition.after(1)).containsExactly(50L, 30L);
    assertThatThrownBy(() -> transition.after(-1)).hasMessageContaining("step");
    assertThatThrownBy(() -> transition.after(3)).hasMessageContaining("step");
    assertThatThrownBy(() -> ShareTransition.moving(from, from, 0)).hasMessageContaining("bytes");
    assertThatThrownBy(() -> new ShareTransition(from, ImmutableList.of(1L), 1)).hasMessageContaining("caches");
    assertThatThrownBy(() -> new ShareTransition(from, from, 0)).hasMessageContaining("steps");
  }
}
