package dev.terra.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ProducerOutput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapIdTest {
  @ParameterizedTest
  @CsvSource({"attempt_17_0001_m_000003_1, 3, 1, 0, 0", "attempt_17_0001_2_05_000004_0_10007, 4, 0, 10007, 0",
      "attempt_17_0001_2_05_000004_0_10007_0, 4, 0, 10007, 1", "attempt_17_0001_2_05_000004_2_10007_12, 4, 2, 10007, 13"})
  void numbersAreReadFromTheName(String name, int producer, int attempt, int output, int spill) {
    MapId map = MapId.parse(name).orElseThrow();
    assertThat(map.value()).isEqualTo(name);
    assertThat(map.job()).isEqualTo("job_17_0001");
    assertThat(map.output().id()).isEqualTo(ProducerOutput.newBuilder()
        .setProducer(producer).setAttempt(attempt).setOutput(output).setSpill(spill).build());
    assertThat(map.isSpill()).isEqualTo(spill > 0);
  }
}
