package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests of the exact values that policies compute, and of the bounds of their arguments. */
class BalanceValuesTest {
  private static final double BEAT_SECONDS = .01;
  private static final ImmutableDoubleArray GIVE = ImmutableDoubleArray.of(1.2, .9, .5);
  private static final ImmutableDoubleArray TAKE = ImmutableDoubleArray.of(3, -1);

  private static GroupLoads loads(int self, double[] queues, double... rates) {
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(queues), ImmutableDoubleArray.copyOf(rates), BEAT_SECONDS);
  }

  private static double[] of(double... values) {
    return values;
  }

  private static GroupLoads equal(int members, double queue) {
    double[] queues = new double[members];
    double[] rates = new double[members];
    Arrays.fill(queues, queue);
    Arrays.fill(rates, 1);
    return loads(0, queues, rates);
  }

  /** Returns the draw that {@link BalancePolicy#uniform} maps to a number. */
  private static long draw(double uniform) {
    return (long) (uniform * 0x1.0p53) << 11;
  }

  @Test
  void meansAndImbalanceAreThoseOfAllMembers() {
    GroupLoads loads = loads(0, of(10, 30, 60), 1_000, 1_500, 2_000);
    assertThat(loads.meanLoad()).isCloseTo(2, within(1e-12));
    assertThat(loads.meanRate()).isEqualTo(1_500);
    assertThat(loads.imbalance()).as("1, 2 and 1 between the pairs").isCloseTo(4 / 3., within(1e-12));
  }

  @Test
  void loadsHaveRanges() {
    assertThat(equal(GroupLoads.MOST_MEMBERS, 0).members()).isEqualTo(1_024);
    assertThatThrownBy(() -> equal(GroupLoads.MOST_MEMBERS + 1, 0)).hasMessageContaining("loads");
    assertThatThrownBy(() -> loads(0, of(1, 2), 1)).hasMessageContaining("expected 2 of each");
    assertThatThrownBy(() -> loads(-1, of(1), 1)).hasMessageContaining("self");
    assertThatThrownBy(() -> loads(1, of(1), 1)).hasMessageContaining("self");
    assertThatThrownBy(() -> loads(0, of(1), 0)).hasMessageContaining("rates");
    assertThatThrownBy(() -> new GroupLoads(0, ImmutableDoubleArray.of(1), ImmutableDoubleArray.of(1), 0)).hasMessageContaining("beat");
  }

  @Test
  void furtherWorkLevelsTheWaitsOfThoseThatHaveLess() {
    GroupLoads levelled = loads(0, of(40, 10, 0, 90), 10, 10, 10, 5).levelled(40);
    assertThat(levelled.queues().toArray()).as("2.5 s for the second and the third, of which the third is idle")
        .containsExactly(of(40, 25, 0, 90), within(1e-9));
    assertThat(equal(3, 7).levelled(0)).isEqualTo(equal(3, 7));
    assertThat(equal(3, 0.1).levelled(1e18).queues().get(2)).isCloseTo(1e18 / 3, within(1e6));
    assertThat(equal(2, 0).levelled(5)).as("none has any").isEqualTo(equal(2, 0));
  }

  @Test
  void aKindIsCalledByItsWord() {
    assertThat(BalanceKind.of("prequal")).hasValue(BalanceKind.PREQUAL);
    assertThat(BalanceKind.of("PREQUAL")).isEmpty();
    assertThat(Stream.of(BalanceKind.values()).map(BalanceKind::word)).containsExactly("hash", "prequal", "malcolm");
    assertThat(Stream.of(BalanceKind.values()).map(BalanceKind::first)).containsExactly(new KeepPolicy(), PrequalPolicy.USUAL,
        MalcolmPolicy.first());
  }

  @Test
  void aUniformNumberTakesTheHighBits() {
    assertThat(BalancePolicy.uniform(0)).isZero();
    assertThat(BalancePolicy.uniform(1L << 11)).isEqualTo(0x1.0p-53);
    assertThat(BalancePolicy.uniform(Long.MIN_VALUE)).isEqualTo(.5);
    assertThat(BalancePolicy.uniform(-1)).isEqualTo(1 - 0x1.0p-53);
  }

  @Property
  void picksAreBelowTheirBound(@ForAll long draw) {
    assertThat(IntStream.range(0, 20).map(turn -> BalancePolicy.pick(draw, turn, 7))).allMatch(pick -> pick >= 0 && pick < 7);
  }

  /** Returns the target with so many probes that each member is drawn. */
  private static int probed(double hotQuantile, GroupLoads loads) {
    return new PrequalPolicy(200, hotQuantile).target(loads, 5);
  }

  @Test
  void prequalTakesTheShortestWaitOfThoseThatAreCold() {
    GroupLoads loads = loads(0, of(10, 8, 30), 1_000, 100, 10_000);
    assertThat(probed(1, loads)).as("all are cold").isEqualTo(2);
    assertThat(probed(.5, loads)).as("two are").isZero();
    assertThat(probed(.49, loads)).as("one is").isEqualTo(1);
    assertThat(probed(0, loads)).isEqualTo(1);
  }

  @Property
  void whereAllThatAreDrawnAreHotTheLeastInFlightIsTaken(@ForAll long draw) {
    GroupLoads loads = loads(0, of(10, 8, 30, 20), 1_000, 100, 100_000, 10_000);
    int one = BalancePolicy.pick(draw, 0, 4);
    int other = BalancePolicy.pick(draw, 1, 4);
    int expected = loads.queues().get(other) < loads.queues().get(one) ? other : one;
    assertThat(new PrequalPolicy(2, 0).target(loads, draw)).isEqualTo(expected);
  }

  @Test
  void prequalHasRanges() {
    assertThat(new PrequalPolicy(1, 0).target(equal(1, 4), 9)).isZero();
    assertThatThrownBy(() -> new PrequalPolicy(0, .5)).hasMessageContaining("probes");
    assertThatThrownBy(() -> new PrequalPolicy(1, -.1)).hasMessageContaining("quantile");
    assertThatThrownBy(() -> new PrequalPolicy(1, 1.1)).hasMessageContaining("quantile");
  }

  @Test
  void aDrawChoosesByTheChancesInTheOrderOfMembers() {
    MalcolmPolicy policy = MalcolmPolicy.first();
    GroupLoads two = equal(2, 3);
    assertThat(policy.target(two, draw(0))).isZero();
    assertThat(policy.target(two, draw(.499))).isZero();
    assertThat(policy.target(two, draw(.5))).isEqualTo(1);
    assertThat(policy.target(equal(3, 3), draw(.34))).isEqualTo(1);
    assertThat(policy.target(equal(3, 3), draw(.67))).isEqualTo(2);
    GroupLoads taken = loads(1, of(.02, 0, .02), 1, 1, 1);
    assertThat(policy.source(taken, draw(.4))).isZero();
    assertThat(policy.source(taken, draw(.5))).as("exp(5), 1 and exp(5)").isEqualTo(1);
    assertThat(policy.source(taken, draw(.6))).isEqualTo(2);
  }

  @Test
  void aMemberCountsItselfByAWeightOfItsOwn() {
    double[] chances = new MalcolmPolicy(ImmutableDoubleArray.of(1, 1, 2), TAKE, ImmutableDoubleArray.of(0, 0, 0))
        .chances(loads(1, of(5, 5), 100, 100));
    assertThat(chances[1] / chances[0]).isCloseTo(Math.exp(2), within(1e-9));
  }

  @Test
  void whereItIsTakenFromGrowsWithTheWait() {
    double[] chances = MalcolmPolicy.first().takeChances(loads(1, of(20, 10, 5), 1_000, 1_000, 1_000));
    assertThat(Math.log(chances[0] / chances[1])).as("3 times 2 beats, less 1").isCloseTo(5, within(1e-9));
    assertThat(Math.log(chances[2] / chances[1])).isCloseTo(.5, within(1e-9));
    double[] longWait = MalcolmPolicy.first().takeChances(loads(0, of(0, 1e6), 1, 1));
    assertThat(longWait).containsExactly(0, 1);
  }

  @Test
  void wrongNumbersOfWeightsAreRefused() {
    assertThatThrownBy(() -> new MalcolmPolicy(TAKE, TAKE, GIVE)).hasMessageContaining("weights");
    assertThatThrownBy(() -> new MalcolmPolicy(GIVE, GIVE, GIVE)).hasMessageContaining("weights");
    assertThatThrownBy(() -> new MalcolmPolicy(GIVE, TAKE, TAKE)).hasMessageContaining("weights");
  }

  private static final ImmutableDoubleArray CRITIC = ImmutableDoubleArray.of(.5, -1, 2);
  private static final MalcolmPolicy POLICY = new MalcolmPolicy(GIVE, TAKE, CRITIC);
  private static final GroupLoads BEFORE = loads(1, of(4, 4), 1_000, 2_000);
  private static final GroupLoads NOW = loads(1, of(1, 8), 1_000, 2_000);
  private static final ImmutableDoubleArray CHOSEN = ImmutableDoubleArray.of(3, 1);
  /**
   * The surprise by hand. The loads .1 and .4 pay -.3 - .002 * 10 / 2. They are worth .5 - .3 + 2 * .25. The loads before, .4 and .2, are
   * worth .5 - .2 + 2 * .3.
   */
  private static final double SURPRISE = -.31 + .8 * .7 - .9;

  private static MalcolmPolicy learned() {
    return POLICY.after(new BalancePolicy.Beat(BEFORE, NOW, CHOSEN, CHOSEN, 10));
  }

  @Test
  void theCriticMovesByTheSurprise() {
    double by = .01 * SURPRISE;
    assertThat(learned().critic().get(0)).isCloseTo(.5 + by, within(1e-12));
    assertThat(learned().critic().get(1)).isCloseTo(-1 + by * .2, within(1e-12));
    assertThat(learned().critic().get(2)).isCloseTo(2 + by * .3, within(1e-12));
  }

  /** Returns the mean logarithm of the chances of the members that were chosen. */
  private static double likelihood(double[] chances) {
    return (3 * Math.log(chances[0]) + Math.log(chances[1])) / 4;
  }

  private static ImmutableDoubleArray changed(ImmutableDoubleArray weights, int at, double by) {
    double[] all = weights.toArray();
    all[at] += by;
    return ImmutableDoubleArray.copyOf(all);
  }

  @Test
  void actorsMoveByTheGradientOfWhatTheyChose() {
    double step = 1e-5;
    for (int i = 0; i < GIVE.length(); i++) {
      double more = likelihood(new MalcolmPolicy(changed(GIVE, i, step), TAKE, CRITIC).chances(BEFORE));
      double less = likelihood(new MalcolmPolicy(changed(GIVE, i, -step), TAKE, CRITIC).chances(BEFORE));
      assertThat(learned().give().get(i)).isCloseTo(GIVE.get(i) + .02 * SURPRISE * (more - less) / (2 * step), within(1e-8));
    }
    for (int i = 0; i < TAKE.length(); i++) {
      double more = likelihood(new MalcolmPolicy(GIVE, changed(TAKE, i, step), CRITIC).takeChances(BEFORE));
      double less = likelihood(new MalcolmPolicy(GIVE, changed(TAKE, i, -step), CRITIC).takeChances(BEFORE));
      assertThat(learned().take().get(i)).isCloseTo(TAKE.get(i) + .02 * SURPRISE * (more - less) / (2 * step), within(1e-8));
    }
  }

  @Test
  void withoutAChoiceNoActorMoves() {
    ImmutableDoubleArray none = ImmutableDoubleArray.of(0, 0);
    MalcolmPolicy after = POLICY.after(new BalancePolicy.Beat(BEFORE, NOW, none, none, 0));
    assertThat(after.give()).isEqualTo(GIVE);
    assertThat(after.take()).isEqualTo(TAKE);
    assertThat(after.critic()).isNotEqualTo(CRITIC);
  }

  @Test
  void aSurpriseCountsAsOneAtMost() {
    GroupLoads far = loads(0, of(900, 0), 1_000, 1_000);
    GroupLoads even = loads(0, of(10, 10), 1_000, 1_000);
    MalcolmPolicy flat = new MalcolmPolicy(GIVE, TAKE, ImmutableDoubleArray.of(0, 0, 0));
    assertThat(flat.after(new BalancePolicy.Beat(even, far, CHOSEN, CHOSEN, 0)).critic().get(0)).isEqualTo(-.01);
    MalcolmPolicy dear = new MalcolmPolicy(GIVE, TAKE, ImmutableDoubleArray.of(0, -1, 0));
    assertThat(dear.after(new BalancePolicy.Beat(far, even, CHOSEN, CHOSEN, 0)).critic().get(0)).isEqualTo(.01);
  }

  @Test
  void aRateRisesByWhatWasServedOnlyWhileWorkWaited() {
    ServiceRate known = new ServiceRate(100, 10, 0);
    assertThat(known.after(10, 100, 2).bytesPerSecond()).isEqualTo(75);
    assertThat(known.after(0, 100, 2).bytesPerSecond()).as("nothing waits any more").isEqualTo(100);
    assertThat(new ServiceRate(100, 0, 0).after(10, 100, 2).bytesPerSecond()).as("nothing waited").isEqualTo(100);
    assertThat(ServiceRate.UNKNOWN.after(10, 100, 2).after(10, 300, 4)).isEqualTo(new ServiceRate(50, 10, 300));
  }
}
