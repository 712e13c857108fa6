package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.lab.fetch.PairedRatio.Pair;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void whatAlwaysTakesTheSameShareMoreHasAnIntervalOfOnePoint() {
    PairedRatio ratio = PairedRatio.of(List.of(new Pair(1, 1.5), new Pair(4, 6), new Pair(10, 15)));
    assertThat(ratio.low()).isCloseTo(1.5, within(1e-9));
    assertThat(ratio.mean()).isCloseTo(1.5, within(1e-9));
    assertThat(ratio.high()).isCloseTo(1.5, within(1e-9));
  }

  /** The logarithms are -ln 2 and ln 2, with mean 0 and standard error ln 2. Student's t for one degree of freedom is 12.7062. */
  @Test
  void theIntervalIsStudentsOnLogarithms() {
    PairedRatio ratio = PairedRatio.of(List.of(new Pair(2, 1), new Pair(1, 2)));
    assertThat(ratio.mean()).isCloseTo(1, within(1e-9));
    assertThat(ratio.high()).isCloseTo(Math.pow(2, 12.7062), within(0.5));
    assertThat(ratio.low()).isCloseTo(1 / ratio.high(), within(1e-9));
  }

  @Test
  void morePairsMakeItNarrower() {
    List<Pair> few = List.of(new Pair(10, 9), new Pair(10, 11), new Pair(10, 10));
    List<Pair> many = Collections.nCopies(10, few).stream().flatMap(List::stream).toList();
    assertThat(PairedRatio.of(many).high()).isLessThan(PairedRatio.of(few).high());
  }
}
