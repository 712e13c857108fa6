package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BalancePolicyTest {
  private static GroupLoads loads(int self, double... queues) {
    double[] rates = new double[queues.length];
    Arrays.fill(rates, 1_000);
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(queues), ImmutableDoubleArray.copyOf(rates), .01);
  }

  private static ImmutableDoubleArray none(int members) {
    return ImmutableDoubleArray.copyOf(new double[members]);
  }

  @Test
  void aLoadIsTheQueueByTheRateInBeats() {
    GroupLoads loads = new GroupLoads(0, ImmutableDoubleArray.of(10, 30), ImmutableDoubleArray.of(1_000, 1_500), .01);
    assertThat(loads.load(0)).isCloseTo(1, within(1e-9));
    assertThat(loads.load(1)).isCloseTo(2, within(1e-9));
    assertThat(loads.imbalance()).isCloseTo(1, within(1e-9));
    assertThat(loads(0, 5).imbalance()).isZero();
    assertThatThrownBy(() -> loads(2, 1, 2)).hasMessageContaining("self");
    assertThatThrownBy(() -> loads(0, -1)).hasMessageContaining("queues");
  }

  @Test
  void aHashKeepsAll() {
    assertThat(new KeepPolicy().target(loads(1, 0, 99), 7)).isEqualTo(1);
    assertThat(new KeepPolicy().source(loads(1, 99, 0), 7)).isEqualTo(1);
  }

  @Test
  void prequalAvoidsWhatIsHot() {
    Random random = new Random(1);
    int[] given = new int[4];
    for (int i = 0; i < 10_000; i++) {
      given[PrequalPolicy.USUAL.target(loads(0, 5, 6, 7, 100), random.nextLong())]++;
    }
    assertThat(given[3]).as("only where it is drawn three times").isLessThan(300);
    assertThat(given[0]).isGreaterThan(given[1]).isGreaterThan(given[2]);
    assertThat(new PrequalPolicy(1, .84).target(loads(0, 9), 3)).isZero();
  }

  @Test
  void malcolmGivesMoreToWhoIsFreeAndFast() {
    GroupLoads loads = new GroupLoads(0, ImmutableDoubleArray.of(20, 10, 20), ImmutableDoubleArray.of(1_000, 1_000, 2_000), .01);
    double[] chances = MalcolmPolicy.first().chances(loads);
    assertThat(chances[0] + chances[1] + chances[2]).isCloseTo(1, within(1e-9));
    assertThat(chances[1] / chances[0]).as("a beat shorter").isCloseTo(Math.E, within(1e-6));
    assertThat(chances[2] / chances[1]).as("twice as fast").isCloseTo(2, within(1e-6));
  }

  @Test
  void malcolmTakesFromWhoWaitsLongest() {
    double[] chances = MalcolmPolicy.first().takeChances(loads(0, 0, 40, 10));
    assertThat(chances[1]).isGreaterThan(.9);
    assertThat(MalcolmPolicy.first().takeChances(loads(0, 0, 0, 0))[0]).as("nothing to take").isGreaterThan(.5);
  }

  @Test
  void aChoiceThatTurnedOutWellBecomesMoreLikely() {
    GroupLoads uneven = loads(0, 30, 10);
    BalancePolicy.Beat well = new BalancePolicy.Beat(uneven, loads(0, 20, 20), ImmutableDoubleArray.of(0, 5), none(2), 5);
    BalancePolicy.Beat badly = new BalancePolicy.Beat(uneven, loads(0, 60, 0), ImmutableDoubleArray.of(5, 0), none(2), 0);
    MalcolmPolicy first = MalcolmPolicy.first();
    assertThat(first.after(well).chances(uneven)[1]).isGreaterThan(first.chances(uneven)[1]);
    assertThat(first.after(badly).chances(uneven)[0]).isLessThan(first.chances(uneven)[0]);
  }

  @Test
  void theCriticLearnsWhatAStateIsWorth() {
    MalcolmPolicy policy = MalcolmPolicy.first();
    GroupLoads even = loads(0, 10, 10);
    for (int i = 0; i < 5_000; i++) {
      policy = policy.after(new BalancePolicy.Beat(even, even, none(2), none(2), 0));
    }
    double value = policy.critic().get(0) + policy.critic().get(2);
    assertThat(value).as("a state that costs nothing for ever").isCloseTo(0, within(.01));
  }

  @Test
  void aConsensusIsTheMean() {
    MalcolmPolicy one = new MalcolmPolicy(ImmutableDoubleArray.of(1, 1, 0), ImmutableDoubleArray.of(2, 0), none(3));
    MalcolmPolicy other = new MalcolmPolicy(ImmutableDoubleArray.of(2, 1, 1), ImmutableDoubleArray.of(4, -1),
        ImmutableDoubleArray.of(0, 2, 0));
    MalcolmPolicy mean = MalcolmPolicy.consensus(List.of(one, other));
    assertThat(mean.give()).isEqualTo(ImmutableDoubleArray.of(1.5, 1, .5));
    assertThat(mean.take()).isEqualTo(ImmutableDoubleArray.of(3, -.5));
    assertThat(mean.critic()).isEqualTo(ImmutableDoubleArray.of(0, 1, 0));
  }

  @Property
  void chancesAreThoseOfADistributionWhateverWasLearned(@ForAll @LongRange(min = 1, max = 10_000) long seed) {
    Random random = new Random(seed);
    MalcolmPolicy policy = MalcolmPolicy.first();
    GroupLoads before = loads(1, random.nextInt(100), random.nextInt(100), random.nextInt(100));
    for (int i = 0; i < 50; i++) {
      GroupLoads now = loads(1, random.nextInt(100), random.nextInt(100), random.nextInt(100));
      policy = policy.after(new BalancePolicy.Beat(before, now, ImmutableDoubleArray.of(random.nextInt(5), random.nextInt(5), 1),
          ImmutableDoubleArray.of(random.nextInt(5), 1, 0), random.nextInt(9)));
      before = now;
    }
    double[] chances = policy.chances(before);
    assertThat(chances[0] + chances[1] + chances[2]).isCloseTo(1, within(1e-9));
    assertThat(policy.target(before, random.nextLong())).isBetween(0, 2);
    assertThat(policy.source(before, random.nextLong())).isBetween(0, 2);
  }
}
