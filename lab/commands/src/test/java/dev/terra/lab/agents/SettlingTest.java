package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.lab.agents.Settling.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final double STEP = .1;

  /** Returns the points of the amount that arrives in eight seconds at a rate that changes with time. */
  private static List<Point> points(DoubleUnaryOperator rate) {
    List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));
    double amount = 0;
    for (int step = 0; step < 80; step++) {
      amount += rate.applyAsDouble((step + .5) * STEP) * STEP;
      points.add(new Point((step + 1) * STEP, amount));
    }
    return points;
  }

  private static double settled(DoubleUnaryOperator rate) {
    return Settling.of(points(rate)).seconds();
  }

  @Test
  void aRateThatIsSteadyHasSettledWithTheFirstWindow() {
    Settling settling = Settling.of(points(at -> 10));
    assertThat(settling.steadyPerSecond()).isCloseTo(10, within(1e-6));
    assertThat(settling.seconds()).isCloseTo(Settling.WINDOW_SECONDS, within(1e-6));
  }

  @Test
  void itHasSettledWithTheFirstWindowThatHoldsLittleOfWhatWasBefore() {
    assertThat(settled(at -> at < 1 ? 20 : 10)).as("a window may hold 12 % of it").isCloseTo(1.5, within(STEP));
    assertThat(settled(at -> at < 1 ? 0 : 10)).isCloseTo(1.5, within(STEP));
    assertThat(settled(at -> 10 + 10 * Math.exp(-at))).as("e^-2 is .14").isBetween(2.0, 2.6);
  }

  @Test
  void aRateNearTheSteadyOneThatLeavesItAgainHasNotSettled() {
    assertThat(settled(at -> at > 2 && at < 3.5 ? 5 : 10)).isGreaterThan(3.4);
  }

  @Test
  void aTrialNowAndThenBelongsToTheSteadyState() {
    assertThat(settled(at -> at > 5 && at < 5.15 ? 0 : 10)).isLessThan(1);
  }

  @Test
  void aRateThatNeverStaysHasNotSettled() {
    assertThat(settled(at -> (int) at % 2 == 0 ? 5 : 15)).isInfinite();
    assertThat(settled(at -> at < 6 ? 10 : 20)).as("late changes").isInfinite();
    assertThat(settled(at -> 0)).as("nothing comes at all").isLessThan(1);
  }

  @Test
  void pointsNeedNotBeRegular() {
    List<Point> few = List.of(new Point(0, 0), new Point(.3, 3), new Point(1.1, 11), new Point(1.4, 14), new Point(4, 40));
    assertThat(Settling.of(few).steadyPerSecond()).isCloseTo(10, within(1e-6));
    assertThat(Settling.of(few).seconds()).isCloseTo(1.1, within(1e-6));
  }

  @Test
  void theMeanOfSeveralTimesSettlesWhereEachOfThemIsTooNoisy() {
    Random random = new Random(1);
    List<List<Point>> times = IntStream.range(0, 24).mapToObj(time -> points(at -> (at < 1 ? 20 : 10) * 2 * random.nextDouble())).toList();
    assertThat(times.stream().filter(points -> Settling.of(points).seconds() > 1.6)).hasSizeGreaterThan(6);
    assertThat(Settling.of(Settling.mean(times)).seconds()).isCloseTo(1.5, within(2 * STEP));
    assertThat(Settling.of(Settling.mean(times)).steadyPerSecond()).isCloseTo(10, within(.5));
  }

  @Test
  void theMeanOfTimesOfWhichSomeSettleLateSettlesLate() {
    List<List<Point>> times = List.of(points(at -> 10), points(at -> at < 3 ? 4 : 10));
    assertThat(Settling.of(Settling.mean(times)).seconds()).isBetween(3.0, 3.6);
  }

  @Test
  void theMeanGoesAsFarAsAllTimesDo() {
    List<Point> mean = Settling.mean(List.of(List.of(new Point(0, 0), new Point(1, 10)), List.of(new Point(0, 0), new Point(.4, 8))));
    assertThat(mean).extracting(Point::seconds).containsExactly(0.0, .1, .2, .3, .4);
    assertThat(mean.get(4).amount()).isCloseTo(6, within(1e-9));
  }

  @Test
  void tooShortATimeSaysNothing() {
    assertThatThrownBy(() -> Settling.of(List.of(new Point(0, 0), new Point(1.9, 19)))).hasMessageContaining("at least 2.0 s");
  }

  @Test
  void aChangeHoldsIfItSettlesInASecondAndAWindow() {
    assertThat(new ChangeBench.Changed(1, 4, new Settling(10, 1.5), 1).holds()).isTrue();
    assertThat(new ChangeBench.Changed(1, 4, new Settling(10, 1.6), 1).holds()).isFalse();
    assertThat(new ChangeBench.Changed(1, 4, new Settling(10, Double.POSITIVE_INFINITY), 1).holds()).isFalse();
  }
}
