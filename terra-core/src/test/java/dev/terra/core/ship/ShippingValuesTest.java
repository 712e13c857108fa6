package dev.terra.core.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the exact values of both loops, and of the bounds of their arguments. */
class ShippingValuesTest {
  private static final double MICRO = 1_000;
  private static final long INNER = 5_000_000;
  private static final ShippingRule RULE = ShippingRule.of(Duration.ofNanos(200_000), .01, 1_000);

  private static ShippingMeasurement measured(double delayMicros, double perSecond, double late) {
    return new ShippingMeasurement(delayMicros * MICRO, late, perSecond * INNER / 1e9);
  }

  private static double rate(double before, double delayMicros, double throughput) {
    return new ShippingRate(before, .5, false).after(RULE, measured(delayMicros, throughput, .01), INNER).perSecond();
  }

  @Test
  void whatEndedCountsOnlyWhereItDiffersByMoreThanChanceAndTheDelayIsTooLong() {
    assertThat(rate(100_000, 150, 92_000)).as("8 % of 500 is chance").isCloseTo(99_000, within(1e-6));
    assertThat(rate(100_000, 150, 90_000)).isCloseTo(89_100, within(1e-6));
    assertThat(rate(100_000, 150, 110_000)).isCloseTo(108_900, within(1e-6));
    assertThat(rate(100_000, 100, 80_000)).as("as long as it may be").isCloseTo(100_000, within(1e-6));
  }

  @Test
  void aRateIsBoundedByWhatIsUsedAndByItsLeast() {
    assertThat(rate(100_000, 50, 10_000)).isEqualTo(25_000);
    assertThat(rate(100_000, 50, 0)).isEqualTo(2_500);
    assertThat(rate(1_200, 100_000, 1_200)).as("a half would be less than the least").isEqualTo(1_000);
  }

  @Test
  void aRampEndsWhereTheDelayMeetsTheAim() {
    ShippingRate ramping = new ShippingRate(10_000, .5, true);
    assertThat(ramping.after(RULE, measured(99.9, 10_000, 0), INNER)).isEqualTo(new ShippingRate(20_000, .5, true));
    assertThat(ramping.after(RULE, measured(100, 10_000, 0), INNER)).isEqualTo(new ShippingRate(10_000, .5, false));
    assertThat(new ShippingRate(10_000, .5, false).after(RULE, measured(50, 10_000, 0), INNER).isRamping()).isFalse();
  }

  private static double aim(double before, double late) {
    return new ShippingRate(10_000, before, false).after(RULE, measured(100, 10_000, late), INNER).aim();
  }

  @Test
  void theAimMovesByWhatMayBeLateLessWhatWas() {
    assertThat(aim(.5, 0)).isCloseTo(.502, within(1e-12));
    assertThat(aim(.5, .05)).isCloseTo(.492, within(1e-12));
    assertThat(aim(.5, 1)).as("as .2").isCloseTo(.462, within(1e-12));
    assertThat(aim(.31, 1)).isEqualTo(.3);
    assertThat(aim(.9, 0)).isEqualTo(.9);
  }

  private static ShippingShare share(double gain, double gradient, double logarithm) {
    return new ShippingShare(.6, .5, 100, gain, gradient).after(100 * Math.exp(logarithm));
  }

  @Test
  void theShareMovesByItsGainTimesTheGradient() {
    ShippingShare rises = share(.05, .5, .1);
    assertThat(rises.gradient()).as("1 counts by 10 of 13").isCloseTo(.5 + .5 * 10 / 13, within(1e-9));
    assertThat(rises.gain()).isCloseTo(.065, within(1e-12));
    assertThat(rises.share()).isCloseTo(.6 + .065 * rises.gradient(), within(1e-9));
    assertThat(rises.lastShare()).isEqualTo(.6);
    ShippingShare falls = share(.05, .5, -.1);
    assertThat(falls.gradient()).isCloseTo(.5 - 1.5 * 10 / 13, within(1e-9));
    assertThat(falls.gain()).isEqualTo(.025);
    assertThat(falls.share()).isCloseTo(.6 + .025 * falls.gradient(), within(1e-9));
  }

  @Test
  void gainsAndMovesHaveBounds() {
    assertThat(share(.08, 0, .1).gain()).isEqualTo(.08);
    assertThat(share(.012, 0, -.1).gain()).isEqualTo(.01);
    assertThat(share(.05, 0, 0).gain()).as("as much as before").isCloseTo(.065, within(1e-12));
    assertThat(share(.05, 0, 0).share()).isCloseTo(.6 + ShippingShare.LEAST_MOVE, within(1e-12));
    assertThat(share(.08, 3, .39).share()).isCloseTo(.6 + ShippingShare.MOST_MOVE, within(1e-12));
    assertThat(share(.08, -3, -.39).share()).isCloseTo(.6 - ShippingShare.MOST_MOVE, within(1e-12));
    assertThat(share(.05, .5, .41)).as("no move explains it").isEqualTo(
        new ShippingShare(.6 - ShippingShare.LEAST_MOVE, .6, 100 * Math.exp(.41), .08, 0));
  }

  @Test
  void theFirstMoveGoesToTheMiddleAndABoundTurns() {
    assertThat(ShippingShare.first(.5).after(9)).isEqualTo(new ShippingShare(.5 + ShippingShare.LEAST_MOVE, .5, 9, .08, 0));
    assertThat(ShippingShare.first(.51).after(9).share()).isEqualTo(.51 - ShippingShare.LEAST_MOVE);
    assertThat(new ShippingShare(1, .9, 100, .05, 1).after(101).share()).isEqualTo(1 - ShippingShare.LEAST_MOVE);
    assertThat(new ShippingShare(0, .1, 100, .05, -1).after(101).share()).isEqualTo(ShippingShare.LEAST_MOVE);
    assertThat(new ShippingShare(.99, .9, 100, .05, 1).after(101).share()).isEqualTo(1);
  }

  private static final ShippingRate SETTLED = new ShippingRate(100_000, .5, false);

  private static Shipping start() {
    return new Shipping(SETTLED, ShippingShare.first(.5), 0, Shipping.start(1, 1, 0).seen());
  }

  private static Shipping steps(int steps, double delayMicros) {
    Shipping state = start();
    for (int i = 1; i <= steps; i++) {
      state = state.after(RULE, measured(delayMicros, state.perSecond(), .01), i * INNER);
    }
    return state;
  }

  @Test
  void theOuterLoopSeesTheMeanRateOfItsSecondHalf() {
    List<Double> rates = new ArrayList<>();
    Shipping state = start();
    for (int i = 1; i <= 10; i++) {
      rates.add(state.perSecond());
      state = state.after(RULE, measured(60 + 10 * i, state.perSecond(), .01), i * INNER);
      assertThat(state.seen().steps()).isEqualTo(i % 10);
    }
    double mean = rates.subList(5, 10).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(state.share().lastRate()).isCloseTo(mean, within(1e-6));
    assertThat(state.worked()).isEqualTo(.5 + ShippingShare.LEAST_MOVE);
    assertThat(state.sinceNanos()).isEqualTo(10 * INNER);
  }

  @Test
  void theOuterLoopStepsWhereTheInnerOneIsNearItsAim() {
    assertThat(steps(10, 50).worked()).as("half of the aim").isGreaterThan(.5);
    assertThat(steps(10, 49).worked()).as("it still rises").isEqualTo(.5);
    assertThat(steps(10, 49).seen()).isEqualTo(new Shipping.Seen(0, 0, 0, 1));
    assertThat(steps(10, 400).worked()).as("twice the target").isGreaterThan(.5);
    assertThat(steps(10, 401).worked()).as("overloaded").isEqualTo(.5);
    assertThat(steps(49, 49).worked()).isEqualTo(.5);
    assertThat(steps(50, 49).worked()).as("after the fifth interval all the same").isGreaterThan(.5);
  }

  @Test
  void aRampIsNotSeen() {
    Shipping state = Shipping.start(100, 1, 0);
    for (int i = 1; i <= 9; i++) {
      state = state.after(RULE, measured(1, state.perSecond(), 0), i * INNER);
    }
    assertThat(state.seen().steps()).isZero();
    assertThat(state.rate().isRamping()).isTrue();
    state = state.after(RULE, measured(190, state.perSecond(), 0), 10 * INNER);
    assertThat(state.seen().steps()).isEqualTo(1);
  }

  @Test
  void rangesEndWhereTheySay() {
    assertThat(new ShippingMeasurement(0, 0, 0).late()).isZero();
    assertThat(new ShippingMeasurement(0, 1, 0).late()).isEqualTo(1);
    assertThatThrownBy(() -> new ShippingMeasurement(-1, 0, 0)).hasMessageContaining("delay");
    assertThatThrownBy(() -> new ShippingMeasurement(0, -.1, 0)).hasMessageContaining("late");
    assertThatThrownBy(() -> new ShippingMeasurement(0, 0, -1)).hasMessageContaining("ended");
    assertThat(new ShippingRate(1, 1, false).aim()).isEqualTo(1);
    assertThatThrownBy(() -> new ShippingRate(0, 1, false)).hasMessageContaining("rate");
    assertThatThrownBy(() -> new ShippingRate(1, 0, false)).hasMessageContaining("aim");
    assertThatThrownBy(() -> new ShippingRate(1, 1.1, false)).hasMessageContaining("aim");
    assertThat(new ShippingRule(1, .5, 1, 2, 1).innerSteps()).isEqualTo(2);
    assertThatThrownBy(() -> new ShippingRule(1, 0, 1, 2, 1)).hasMessageContaining("late");
    assertThatThrownBy(() -> new ShippingRule(1, .5, 0, 2, 1)).hasMessageContaining("interval");
    assertThatThrownBy(() -> new ShippingRule(1, .5, 1, 2, 0)).hasMessageContaining("least rate");
    assertThatThrownBy(() -> new ShippingShare(-.1, 0, 0, 1, 0)).hasMessageContaining("share");
    assertThatThrownBy(() -> new ShippingShare(0, -.1, 0, 1, 0)).hasMessageContaining("share");
    assertThatThrownBy(() -> new ShippingShare(0, 1.1, 0, 1, 0)).hasMessageContaining("share");
    assertThatThrownBy(() -> new ShippingShare(0, 0, -1, 1, 0)).hasMessageContaining("rate");
    assertThatThrownBy(() -> new ShippingShare(0, 0, 0, 0, 0)).hasMessageContaining("gain");
    assertThatThrownBy(() -> ShippingShare.first(1).after(0)).hasMessageContaining("rate");
  }
}
