package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

class SimTimeTest {
  @Example
  void nanosecondsCountAfterYears() {
    SimTime years = SimTime.ZERO.plus(8e8);
    SimTime later = years.plus(2e-8);

    assertThat(8e8 + 2e-8).as("one double").isEqualTo(8e8);
    assertThat(later.minus(years)).isCloseTo(2e-8, within(1e-20));
    assertThat(later).isGreaterThan(years);
    assertThat(years.plus(1).minus(later)).isCloseTo(1 - 2e-8, within(1e-15));
  }

  @Property
  void sumsAreExactToFarBelowANanosecond(@ForAll @Size(min = 1, max = 50) List<@DoubleRange(max = 1e9) Double> steps) {
    SimTime time = SimTime.ZERO;
    BigDecimal exact = BigDecimal.ZERO;
    for (double step : steps) {
      SimTime before = time;
      time = time.plus(step);
      exact = exact.add(new BigDecimal(step));
      assertThat(time).isGreaterThanOrEqualTo(before);
      assertThat(time.minus(before)).isCloseTo(step, within(1e-15 * step + 1e-18));
    }
    BigDecimal error = new BigDecimal(time.seconds()).add(new BigDecimal(time.rest())).subtract(exact).abs();
    assertThat(error.doubleValue()).isLessThanOrEqualTo(1e-18 * exact.doubleValue());
  }
}
