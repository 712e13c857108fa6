package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LatencyClassTest {
  @Test
  void moreUrgentClassesWeighMoreAndAllButTheLowestPromise() {
    assertThat(Arrays.stream(LatencyClass.values()).map(LatencyClass::weight)).containsExactly(8, 4, 1);
    assertThat(Arrays.stream(LatencyClass.values()).filter(LatencyClass::canPromise))
        .containsExactly(LatencyClass.INTERACTIVE, LatencyClass.NORMAL);
  }
}
