package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class DelayBoundTest {
  private static final double STEP = 1e-7;

  /** The values are from the example at the end of the paper's appendix B. */
  @Test
  void ofThePapersExample() {
    DelayBound bound = new DelayBound(4, .8, 2);
    assertThat(bound.higher(.3)).isZero();
    assertThat(bound.higher(.4)).isZero();
    assertThat(bound.higher(.6)).isCloseTo(.2, within(1e-9));
    assertThat(bound.higher(.9)).isCloseTo(.4, within(1e-9));
  }

  @Test
  void allFiveRegionsOfALightBurst() {
    DelayBound bound = new DelayBound(1, .8, 1.2);
    assertThat(bound.higher(.4)).isZero();
    assertThat(bound.higher(.45)).isCloseTo(.8 * (.9 - 1 / 1.2), within(1e-9));
    assertThat(bound.higher(.55)).isCloseTo(.8 * .45 * (2 - 1 / (1.2 * .55)), within(1e-9));
    assertThat(bound.higher(.7)).isCloseTo(.8 * (1 / 1.2 - 1 / 1.44) / .7, within(1e-9));
    assertThat(bound.higher(.9)).isCloseTo(.8 * (1 - 1 / 1.2), within(1e-9));
    assertThat(bound.lower(.1)).isCloseTo(.8 * (1 - 1 / 1.2), within(1e-9));
    assertThat(bound.lower(.3)).isCloseTo(.8 * (1 / 1.2 - 1 / 1.44) / .7, within(1e-9));
    assertThat(bound.lower(.45)).isCloseTo(.8 * .45 * (2 - 1 / (1.2 * .55)), within(1e-9));
    assertThat(bound.lower(.55)).isCloseTo(.8 * (2 * .45 - 1 / 1.2), within(1e-9));
    assertThat(bound.lower(.6)).isZero();
  }

  @Property
  void equalClassesAreMirrorImages(@ForAll @DoubleRange(min = .01, max = .99) double share,
      @ForAll @DoubleRange(min = 1.01, max = 3) double burst) {
    DelayBound bound = new DelayBound(1, .8, burst);
    assertThat(bound.lower(1 - share)).isCloseTo(bound.higher(share), within(1e-9));
  }

  @Property
  void hasNoJumps(@ForAll @DoubleRange(min = .01, max = .98) double share, @ForAll @DoubleRange(min = 1, max = 20) double weight,
      @ForAll @DoubleRange(min = 1.05, max = 3) double burst) {
    DelayBound bound = new DelayBound(weight, .8, burst);
    assertThat(bound.higher(share + STEP)).isCloseTo(bound.higher(share), within(1e-4));
  }

  @Test
  void aClassMayPromiseItsShareOfTheLinkLessItsBursts() {
    assertThat(DelayBound.promisable(8, 13, .8, 1.4)).isCloseTo(8.0 / 13 * .8 / 1.4, within(1e-12));
  }

  @Test
  void wrongValuesAreNamed() {
    assertThatThrownBy(() -> new DelayBound(0, .8, 2)).hasMessageContaining("weight");
    assertThatThrownBy(() -> new DelayBound(1, 0, 2)).hasMessageContaining("load");
    assertThatThrownBy(() -> new DelayBound(1, .8, 1)).hasMessageContaining("burst");
    assertThatThrownBy(() -> new DelayBound(1, .8, 2).higher(1.1)).hasMessageContaining("share");
    assertThatThrownBy(() -> new DelayBound(1, .8, 2).lower(-.1)).hasMessageContaining("share");
    assertThatThrownBy(() -> DelayBound.promisable(2, 1, .8, 2)).hasMessageContaining("weight");
  }
}
