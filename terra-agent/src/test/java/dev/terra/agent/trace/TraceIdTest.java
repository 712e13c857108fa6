package dev.terra.agent.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which readers are traced. */
class TraceIdTest {
  private static TraceId of(int partition) {
    return TraceId.of(new TraceId.Reader("job_1", partition, 0, "10.0.0.1"));
  }

  @Test
  void everyAgentFindsTheSameIds() {
    assertThat(of(3)).isEqualTo(of(3));
    assertThat(of(3).trace()).matches("[0-9a-f]{32}").isNotEqualTo(of(4).trace());
    assertThat(of(3).root()).matches("[0-9a-f]{16}");
  }

  @Test
  void aShareOfReadersIsChosen() {
    assertThat(IntStream.range(0, 1_000).filter(partition -> of(partition).isAmong(0.3)).count()).isBetween(250L, 350L);
    assertThat(IntStream.range(0, 1_000).allMatch(partition -> of(partition).isAmong(1))).isTrue();
    assertThat(IntStream.range(0, 1_000).noneMatch(partition -> of(partition).isAmong(0))).isTrue();
  }
}
