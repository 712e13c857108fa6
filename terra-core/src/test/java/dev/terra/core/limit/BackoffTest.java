package dev.terra.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.limit.Backoff.Growth;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Property
  void delaysStayBetweenHalfOfWhatTheyGrewToAndThat(
      @ForAll @LongRange(min = 2, max = 1_000) long first, @ForAll @LongRange(min = 0, max = 60_000) long more,
      @ForAll @DoubleRange(min = 1.1, max = 4) double factor, @ForAll long seed) {
    Backoff backoff = new Backoff(new Growth(first, first + more, factor), new Random(seed));
    long ceiling = first;
    for (int attempt = 0; attempt < 30; attempt++) {
      assertThat(backoff.nextDelayMillis()).isBetween(ceiling / 2, ceiling);
      ceiling = Math.min(first + more, (long) (ceiling * factor));
    }
  }

  @Test
  void delaysReachTheLongestAndBeginAgainAfterASuccess() {
    Backoff backoff = new Backoff(new Growth(100, 1_000, 2), new Random(3));
    long last = 0;
    for (int i = 0; i < 20; i++) {
      last = backoff.nextDelayMillis();
    }
    assertThat(last).isBetween(500L, 1_000L);

    backoff.reset();

    assertThat(backoff.nextDelayMillis()).isBetween(50L, 100L);
  }

  @Test
  void twoThatFailedTogetherDoNotComeAgainTogether() {
    Growth growth = new Growth(1_000, 60_000, 2);
    Backoff one = new Backoff(growth, new Random(1));
    Backoff other = new Backoff(growth, new Random(2));

    assertThat(one.nextDelayMillis()).isNotEqualTo(other.nextDelayMillis());
  }

  @Test
  void delaysThatCannotGrowAreRefused() {
    assertThatThrownBy(() -> new Growth(1, 10, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Growth(100, 99, 2)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("99 ms");
    assertThatThrownBy(() -> new Growth(100, 200, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Growth(100, 200, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }
}
