package dev.terra.core.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ShippingTest {
  private static final long MICRO = 1_000;
  private static final long INNER = 5_000 * MICRO;
  private static final ShippingRule RULE = ShippingRule.of(Duration.ofNanos(200 * MICRO), .01, 1_000);

  private static ShippingMeasurement measured(double delayMicros, double perSecond) {
    return new ShippingMeasurement(delayMicros * MICRO, delayMicros > 200 ? 1 : 0, perSecond * INNER / 1e9);
  }

  @Test
  void theRateDoublesUntilTheDelayReachesItsTarget() {
    ShippingRate doubled = ShippingRate.first(1_000).after(RULE, measured(20, 1_000), INNER);
    assertThat(doubled.perSecond()).isEqualTo(2_000);
    assertThat(doubled.isRamping()).isTrue();
    assertThat(doubled.after(RULE, measured(300, 1_900), INNER).isRamping()).isFalse();
  }

  @Test
  void aStepIsNewtonsOnAFluidQueue() {
    ShippingRate rate = new ShippingRate(100_000, .5, false);
    assertThat(rate.after(RULE, measured(50, 100_000), INNER).perSecond()).as("50 us below the aim, in 5 ms")
        .isCloseTo(101_000, within(1e-6));
    assertThat(rate.after(RULE, measured(150, 80_000), INNER).perSecond()).as("from what ended, above the aim")
        .isCloseTo(80_000 * (1 - .01), within(1e-6));
    assertThat(rate.after(RULE, measured(100_000, 80_000), INNER).perSecond()).as("at most a half").isEqualTo(40_000);
  }

  @Test
  void theAimFollowsWhatIsLate() {
    ShippingRate rate = new ShippingRate(100_000, .5, false);
    assertThat(rate.after(RULE, measured(300, 100_000), INNER).aim()).isLessThan(.5);
    assertThat(rate.after(RULE, measured(100, 100_000), INNER).aim()).isGreaterThan(.5);
    assertThat(rate.after(RULE, new ShippingMeasurement(100 * MICRO, .01, 500), INNER).aim()).isEqualTo(.5);
  }

  @Test
  void theShareFollowsTheGradientAndTurnsWhereTheRateFalls() {
    ShippingShare probed = ShippingShare.first(1).after(100);
    assertThat(probed.share()).isCloseTo(1 - ShippingShare.LEAST_MOVE, within(1e-9));
    ShippingShare on = probed.after(103);
    assertThat(probed.share() - on.share()).as("the rate rose").isBetween(ShippingShare.LEAST_MOVE, ShippingShare.MOST_MOVE);
    ShippingShare back = on.after(98);
    assertThat(back.share()).as("the rate fell").isGreaterThan(on.share());
    assertThat(back.gain()).isLessThan(on.gain());
  }

  @Test
  void aChangeOfTheLoadBeginsTheSearchAgain() {
    ShippingShare small = new ShippingShare(.5, .52, 100, .01, 1);
    ShippingShare again = small.after(50);
    assertThat(again.gain()).isEqualTo(ShippingShare.first(1).gain());
    assertThat(Math.abs(again.share() - .5)).isCloseTo(ShippingShare.LEAST_MOVE, within(1e-9));
  }

  @Test
  void theRateStepsAtItsIntervalAndTheShareOnceInTen() {
    Shipping start = Shipping.start(100_000, 1, 0);
    assertThat(start.after(RULE, measured(300, 90_000), INNER - 1)).isSameAs(start);
    Shipping state = start;
    for (int i = 1; i <= 10; i++) {
      assertThat(state.worked()).as("before step " + i).isEqualTo(1);
      state = state.after(RULE, measured(181, state.perSecond()), i * INNER);
    }
    assertThat(state.worked()).isLessThan(1);
    Shipping later = state;
    assertThatThrownBy(() -> later.after(RULE, measured(1, 1), 0)).hasMessageContaining("now");
  }

  @Test
  void anIntervalOfOverloadMovesNoShare() {
    Shipping state = new Shipping(new ShippingRate(100_000, .9, false), ShippingShare.first(1), 0, Shipping.start(1, 1, 0).seen());
    for (int i = 1; i <= 10; i++) {
      state = state.after(RULE, measured(5_000, 100_000), i * INNER);
    }
    assertThat(state.worked()).isEqualTo(1);
    for (int i = 11; i <= 60; i++) {
      state = state.after(RULE, measured(5_000, 100_000), i * INNER);
    }
    assertThat(state.worked()).as("but not for ever").isLessThan(1);
  }

  /** Runs the loops on a fluid queue whose capacity depends on the share, and returns their state. */
  private static Shipping settle(DoubleUnaryOperator capacity, double firstShare, long seed, int steps) {
    Random random = new Random(seed);
    Shipping state = Shipping.start(1_000, firstShare, 0);
    double queue = 0;
    for (int i = 1; i <= steps; i++) {
      double able = capacity.applyAsDouble(state.worked()) * INNER / 1e9;
      double came = state.perSecond() * INNER / 1e9;
      double ended = Math.min(queue + came, able);
      queue += came - ended;
      double delay = (20 + queue / able * 5_000 + 100 * Math.max(0, state.perSecond() / capacity.applyAsDouble(state.worked()) - .95) * 20)
          * (.9 + .2 * random.nextDouble());
      state = state.after(RULE, measured(delay, ended * 1e9 / INNER), i * INNER);
    }
    return state;
  }

  @Property(tries = 50)
  void settlesNearTheBestShareOfAKink(@ForAll @DoubleRange(min = .2, max = .8) double best,
      @ForAll @LongRange(min = 1, max = 99) long seed) {
    DoubleUnaryOperator capacity = share -> 1e6 * Math.min(.5 + share / (2 * best), .5 + (1 - share) / (2 * (1 - best)));
    Shipping settled = settle(capacity, 1, seed, 400);
    assertThat(settled.worked()).isCloseTo(best, within(.15));
    assertThat(settled.perSecond()).isBetween(.75e6, 1.1e6);
  }

  @Property(tries = 50)
  void settlesAtABoundWhereOneSideIsAlwaysBetter(@ForAll boolean high, @ForAll @LongRange(min = 1, max = 99) long seed) {
    Shipping settled = settle(share -> 1e6 * (high ? .5 + share / 2 : 1 - share / 2), .5, seed, 400);
    assertThat(settled.worked()).isCloseTo(high ? 1 : 0, within(.12));
  }

  @Property
  void theShareStaysInItsRange(@ForAll @DoubleRange(min = 0, max = 1) double share, @ForAll @DoubleRange(min = 0, max = 1) double last,
      @ForAll @DoubleRange(min = 1, max = 1e9) double rate, @ForAll @DoubleRange(min = 0, max = 1e9) double lastRate) {
    assertThat(new ShippingShare(share, last, lastRate, .1, 1).after(rate).share()).isBetween(0.0, 1.0);
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    assertThatThrownBy(() -> ShippingRule.of(Duration.ZERO, .01, 1)).hasMessageContaining("target");
    assertThatThrownBy(() -> ShippingRule.of(Duration.ofMillis(1), 1, 1)).hasMessageContaining("late");
    assertThatThrownBy(() -> new ShippingRule(1, .01, 1, 1, 1)).hasMessageContaining("steps");
    assertThatThrownBy(() -> new ShippingMeasurement(1, 2, 1)).hasMessageContaining("late");
    assertThatThrownBy(() -> ShippingShare.first(1.1)).hasMessageContaining("share");
  }
}
