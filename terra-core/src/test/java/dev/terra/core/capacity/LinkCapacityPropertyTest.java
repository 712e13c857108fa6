package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Tests of the meter and the estimate of one link, with simulated links. */
class LinkCapacityPropertyTest {
  private static final double NOMINAL = 2.5e6;
  /** The delay until a port's count is known, plus the time that a trial takes, in seconds. */
  private static final double PORT_AND_TRIAL_SECONDS = 5 + 3;
  /** The delay until a change is known, in seconds. */
  private static final double KNOWN_SECONDS = 2.5;

  private static SimulatedLink link(double nominal, int rttMillis, long seed) {
    return new SimulatedLink(nominal, true, rttMillis / 1e3, seed);
  }

  private static void within(double estimate, double truth, double share) {
    assertThat(estimate).isBetween(truth * (1 - share), truth * (1 + share));
  }

  @Property(tries = 60)
  void aLinkThatFallsIsKnownWithinThreeSecondsAndItsRecoveryWithinTen(@ForAll @DoubleRange(min = 0.15, max = 0.7) double left,
      @ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll @DoubleRange(min = 20, max = 24) double falls, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, rttMillis, seed).carries(at -> at < falls || at > falls + 20 ? NOMINAL : left * NOMINAL)
        .run(falls + 35);
    within(link.estimateAt(falls + 3), left * NOMINAL, 0.1);
    within(link.leastBetween(falls + 3, falls + 19), left * NOMINAL, 0.12);
    within(link.greatestBetween(falls + 3, falls + 19), left * NOMINAL, 0.12);
    within(link.estimateAt(falls + 30), NOMINAL, 0.1);
  }

  @Property(tries = 60)
  void aFallToAFifthIsKnownWithinTwoSecondsAlthoughReceiptsComeLate(@ForAll @DoubleRange(min = 0.15, max = 0.3) double left,
      @ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll @DoubleRange(min = 20, max = 24) double falls,
      @ForAll @DoubleRange(min = 0, max = 0.6) double late, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, rttMillis, seed).carries(at -> at < falls ? NOMINAL : left * NOMINAL)
        .saysLate(at -> at < falls ? 0 : late * Math.exp(falls - at)).run(falls + 19);
    within(link.estimateAt(falls + 2), left * NOMINAL, 0.15);
    within(link.leastBetween(falls + 2, falls + 19), left * NOMINAL, 0.15);
    within(link.greatestBetween(falls + 2, falls + 19), left * NOMINAL, 0.15);
  }

  @Property(tries = 60)
  void aDipOfSomeTenthsOfASecondIsNoFallToItsDepth(@ForAll @DoubleRange(min = 0.1, max = 0.45) double left,
      @ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll @DoubleRange(min = 0, max = 0.4) double seconds,
      @ForAll @DoubleRange(min = 0, max = 0.1) double noise, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, rttMillis, seed).noisy(noise).carries(at -> at % 4.7 < seconds ? left * NOMINAL : NOMINAL).run(120);
    assertThat(link.leastBetween(0, 120)).isGreaterThan(seconds < 0.1 ? 0.99 * NOMINAL : 0.55 * NOMINAL);
  }

  @Property(tries = 60)
  void receiptsThatComeLateAreNoSlowLink(@ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll long seed) {
    double[] late = new Random(seed).doubles(120, -0.8, 0.8).toArray();
    SimulatedLink link = link(NOMINAL, rttMillis, seed).carries(at -> NOMINAL).saysLate(at -> Math.max(0, late[(int) at % late.length]))
        .run(120);
    assertThat(link.leastBetween(0, 120)).isEqualTo(NOMINAL);
  }

  @Property(tries = 60)
  void aCapacityThatIsTrueIsKeptAndTrialsBecomeSeldom(@ForAll @IntRange(min = 2, max = 200) int rttMillis,
      @ForAll @DoubleRange(min = 0, max = 0.1) double noise, @ForAll @DoubleRange(min = 1e5, max = 1e8) double nominal, @ForAll long seed) {
    SimulatedLink link = link(nominal, rttMillis, seed).carries(at -> nominal).noisy(noise).run(240);
    assertThat(link.leastBetween(0, 240)).isEqualTo(nominal);
    assertThat(link.greatestBetween(0, 240)).isEqualTo(nominal);
    assertThat(link.trials()).isBetween(1, 7);
    assertThat(link.worstQueueSeconds()).isLessThan(1.5 + 64e3 / nominal);
    assertThat(link.deliveredBytes()).isGreaterThan(0.94 * nominal * 239);
  }

  @Property(tries = 60)
  void aFarEndThatGetsNoCoreForAWhileChangesNothing(@ForAll @IntRange(min = 2, max = 100) int rttMillis, @ForAll long seed) {
    double[] stalls = new Random(seed).doubles(240, -0.3, 0.4).toArray();
    SimulatedLink link = link(NOMINAL, rttMillis, seed).carries(at -> NOMINAL).stalls(at -> at % 1 < stalls[(int) at % stalls.length])
        .run(240);
    assertThat(link.leastBetween(0, 240)).isGreaterThan(0.85 * NOMINAL);
    assertThat(link.greatestBetween(0, 240)).isEqualTo(NOMINAL);
  }

  @Property(tries = 60)
  void aCapacityThatIsWrongIsFoundOutInThirtySeconds(@ForAll @DoubleRange(min = 0.25, max = 4) double truth,
      @ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, rttMillis, seed).carries(at -> truth * NOMINAL).run(60);
    within(link.estimateAt(30), truth * NOMINAL, truth > 0.8 && truth < 1.3 ? 0.25 : 0.12);
    within(link.leastBetween(30, 60), truth * NOMINAL, truth > 0.8 && truth < 1.3 ? 0.25 : 0.12);
  }

  @Property(tries = 60)
  void aCapacityThatNobodySaidIsFoundFromAnyBeginning(@ForAll @DoubleRange(min = -2, max = 2) double magnitude,
      @ForAll @IntRange(min = 2, max = 200) int rttMillis, @ForAll long seed) {
    double truth = NOMINAL * Math.pow(10, magnitude);
    SimulatedLink link = new SimulatedLink(NOMINAL, false, rttMillis / 1e3, seed).carries(at -> truth).run(60);
    within(link.estimateAt(30), truth, 0.15);
    within(link.greatestBetween(30, 60), truth, 0.25);
  }

  @Property(tries = 60)
  void whoHasNothingToSendMeasuresNothing(@ForAll @DoubleRange(min = 0.01, max = 0.8) double wish, @ForAll long seed) {
    Random random = new Random(seed);
    double[] wishes = random.doubles(100, 0, wish).toArray();
    SimulatedLink link = link(NOMINAL, 40, seed).carries(at -> NOMINAL)
        .demands(at -> NOMINAL * wishes[(int) at % wishes.length]).run(100);
    assertThat(link.leastBetween(0, 100)).isEqualTo(NOMINAL);
    assertThat(link.greatestBetween(0, 100)).isEqualTo(NOMINAL);
    SimulatedLink idle = link(NOMINAL, 40, seed).carries(at -> NOMINAL).demands(at -> 0).run(30);
    assertThat(idle.capacity().measuredSeconds()).isEmpty();
  }

  @Property(tries = 60)
  void aFarEndThatReadsSlowlyIsNoSlowLink(@ForAll @DoubleRange(min = 0.3, max = 0.95) double pausedShare, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).carries(at -> NOMINAL).pauses(at -> at % 0.2 < pausedShare * 0.2 || at % 5 < 2).run(60);
    assertThat(link.leastBetween(0, 60)).isGreaterThan(0.9 * NOMINAL);
  }

  @Property(tries = 60)
  void aPolicersBucketHidesItsRateForAMomentOnly(@ForAll @DoubleRange(min = 0.1, max = 0.7) double rate,
      @ForAll @DoubleRange(min = 0.05, max = 1) double bucketSeconds, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).carries(at -> rate * NOMINAL).bucket(bucketSeconds * rate * NOMINAL).run(60);
    within(link.estimateAt(8), rate * NOMINAL, 0.15);
    within(link.leastBetween(10, 60), rate * NOMINAL, 0.15);
  }

  @Property(tries = 60)
  void aRampAndNoiseAreFollowed(@ForAll @DoubleRange(min = 0.01, max = 0.04) double perSecond,
      @ForAll @DoubleRange(min = 0, max = 0.2) double noise, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).noisy(noise)
        .carries(at -> NOMINAL * Math.max(0.2, 1 - perSecond * Math.max(0, at - 20))).run(60);
    for (double at = 20; at < 60; at += 1) {
      double then = NOMINAL * Math.max(0.2, 1 - perSecond * Math.max(0, at - 20));
      within(link.estimateAt(at), then, 0.2 + noise / 2 + KNOWN_SECONDS * perSecond * NOMINAL / then);
    }
  }

  @Property(tries = 40)
  void backgroundThatComesAndGoesIsFollowed(@ForAll @DoubleRange(min = 0.2, max = 0.8) double takes, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).carries(at -> at % 30 < 15 ? NOMINAL : (1 - takes) * NOMINAL).run(120);
    for (double period = 0; period < 120; period += 30) {
      within(link.estimateAt(period + 14), NOMINAL, 0.1);
      within(link.estimateAt(period + 18.5), (1 - takes) * NOMINAL, 0.12);
    }
  }

  @Property(tries = 40)
  void whereThePortCountsOthersItsWordThatTheyAreGoneIsTaken(@ForAll @DoubleRange(min = 0.4, max = 0.9) double takes,
      @ForAll @DoubleRange(min = 30, max = 34) double gone, @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).countedByItsPort().carries(at -> at < 10 || at > gone ? NOMINAL : (1 - takes) * NOMINAL)
        .run(gone + 20);
    within(link.estimateAt(gone - 0.1), (1 - takes) * NOMINAL, 0.12);
    within(link.estimateAt(gone + PORT_AND_TRIAL_SECONDS), NOMINAL, 0.3);
    within(link.estimateAt(gone + 10), NOMINAL, 0.1);
  }

  /** Bytes that were already waiting for the base rate when a probe begins are not evidence against the probe. */
  @Example
  void aProbeThatNoScheduleHasFollowedIsNotEndedByWhatWaitedBefore() {
    whereThePortCountsOthersItsWordThatTheyAreGoneIsTaken(0.8902, 30, 8465794381875841154L);
    whereThePortCountsOthersItsWordThatTheyAreGoneIsTaken(0.833, 30, -8688262929644166426L);
  }

  @Property(tries = 40)
  void aShortageThatNobodyHasCountedIsNotOverBecauseThePortIsQuiet(@ForAll @DoubleRange(min = 0.1, max = 0.6) double left,
      @ForAll long seed) {
    SimulatedLink link = link(NOMINAL, 40, seed).carries(at -> at < 10 ? NOMINAL : left * NOMINAL);
    for (double at = 5; at < 60; at += 5) {
      link.run(at).capacity().others(0, at);
    }
    within(link.greatestBetween(14, 55), left * NOMINAL, 0.12);
  }
}
