package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ClassDelaysTest {
  private static final double[] USUAL = {8, 4, 1};
  private static final double LOAD = 0.8;
  private static final double BURST = 1.4;

  private static double[] worst(double... shares) {
    return ClassDelays.worst(USUAL, shares, LOAD, BURST);
  }

  /** Returns the worst delays of three classes. Two have the given shares, and the third has the rest. */
  private static double[] worstWithRest(double first, double second) {
    return worst(first, second, Math.max(0, 1 - first - second));
  }

  @Property
  void ofTwoClassesItIsTheClosedForm(@ForAll @DoubleRange(min = .01, max = .99) double share,
      @ForAll @DoubleRange(min = .1, max = 50) double weight, @ForAll @DoubleRange(min = 1.01, max = 4) double burst) {
    DelayBound bound = new DelayBound(weight, LOAD, burst);
    double[] delays = ClassDelays.worst(new double[] {weight, 1}, new double[] {share, 1 - share}, LOAD, burst);
    assertThat(delays[0]).isCloseTo(bound.higher(share), within(1e-6));
    assertThat(delays[1]).isCloseTo(bound.lower(share), within(1e-6));
  }

  @Test
  void theExampleOfTheClass() {
    double[] delays = worst(.4, .2, .4);
    assertThat(delays[0]).isZero();
    assertThat(delays[1]).isZero();
    assertThat(delays[2]).as("by hand: what is left of the link for what it sends").isCloseTo(.8 / 1.4 * (1 - .16 / .56), within(1e-6));
    assertThat(worst(.6, .3, .1)).doesNotContain(0);
  }

  @Test
  void whatOneClassDoesNotUseTheOthersShareByTheirWeights() {
    double[] delays = worst(.3, .6, .1);
    double length = LOAD / BURST;
    double left = 1 - .3 * BURST;
    double thirdIsServed = length + (.1 * BURST - left / 5) * length * 5;
    double ofSecond = left * 4 / 5 * length + (thirdIsServed - length) * 4 / 5;
    assertThat(delays[0]).isZero();
    assertThat(delays[1]).as("what is served when the third class is").isCloseTo(thirdIsServed - ofSecond / (.6 * BURST), within(1e-6));
    assertThat(delays[2]).as("what is served when the burst ends: then it has more than it sent")
        .isCloseTo(length * (1 - left / 5 / (.1 * BURST)), within(1e-6));
  }

  @Property
  void aClassWithinItsGuaranteeWaitsForNoOther(@ForAll @DoubleRange(min = 0, max = 1) double part,
      @ForAll @DoubleRange(min = 0, max = 1) double normalPart) {
    double interactive = part * DelayBound.promisable(8, 13, LOAD, BURST) / LOAD;
    double normal = normalPart * (1 - interactive);
    assertThat(worstWithRest(interactive, normal)[0]).isZero();
  }

  @Property
  void nothingWaitsForLongerThanTheLinkIsBehind(@ForAll @DoubleRange(min = 0, max = 1) double interactive,
      @ForAll @DoubleRange(min = 0, max = 1) double part) {
    double normal = part * (1 - interactive);
    double[] delays = worstWithRest(interactive, normal);
    assertThat(DoubleStream.of(delays).min().orElseThrow()).isNotNegative();
    assertThat(DoubleStream.of(delays).max().orElseThrow()).isBetween(1e-4, LOAD);
  }

  @Test
  void wrongValuesAreNamed() {
    assertThatThrownBy(() -> worst(.5, .5)).hasMessageContaining("a share for each");
    assertThatThrownBy(() -> worst(.5, .5, .5)).hasMessageContaining("shares");
    assertThatThrownBy(() -> ClassDelays.worst(new double[] {1, 0}, new double[] {1, 0}, LOAD, BURST)).hasMessageContaining("weights");
    assertThatThrownBy(() -> ClassDelays.worst(USUAL, new double[] {1, 0, 0}, 0, BURST)).hasMessageContaining("load");
    assertThatThrownBy(() -> ClassDelays.worst(USUAL, new double[] {1, 0, 0}, LOAD, 1)).hasMessageContaining("burst");
  }
}
