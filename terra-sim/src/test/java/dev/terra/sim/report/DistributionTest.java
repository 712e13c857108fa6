package dev.terra.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Test
  void percentilesAreTheSmallestValueThatSoManyDoNotExceed() {
    Distribution ten = new Distribution(DoubleStream.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 1));

    assertThat(ten.percentile(0)).isEqualTo(1);
    assertThat(ten.percentile(10)).isEqualTo(1);
    assertThat(ten.percentile(11)).isEqualTo(2);
    assertThat(ten.percentile(50)).isEqualTo(5);
    assertThat(ten.percentile(95)).isEqualTo(10);
    assertThat(ten.max()).isEqualTo(10);
    assertThat(ten.average()).isEqualTo(5.5);
    assertThat(ten.size()).isEqualTo(10);
    assertThat(ten.get(2)).isEqualTo(3);
  }

  @Test
  void anEmptyOneIsZero() {
    Distribution none = new Distribution(DoubleStream.of());

    assertThat(none.percentile(50)).isZero();
    assertThat(none.max()).isZero();
    assertThat(none.average()).isZero();
    assertThat(none.size()).isZero();
  }

  @Property(tries = 100)
  void atLeastSoManyAreNoLargerThanAPercentileAndFewerAreSmaller(
      @ForAll @Size(min = 1, max = 50) double[] values, @ForAll @DoubleRange(min = 0.1, max = 100) double percent) {
    double value = new Distribution(DoubleStream.of(values)).percentile(percent);

    assertThat(DoubleStream.of(values).filter(each -> each <= value).count())
        .isGreaterThanOrEqualTo((long) (percent / 100 * values.length));
    assertThat((double) DoubleStream.of(values).filter(each -> each < value).count()).isLessThan(percent / 100 * values.length + 1e-9);
  }
}
