package dev.terra.controller.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the pattern that the names of a job's runs have in common. */
class NamePatternTest {
  @ParameterizedTest
  @CsvSource({
      "load_20261129_0001, load_#", "load 2026-11-29T15:36:24, load #", "q12 of 2026-11-29, q12 of #", "tpcds-q3, tpcds-q3",
      "etl-29, etl-#", "7, #", "run12345, run#", "stage1-v2 (10 of 12), stage1-v2 (# of #)", "nightly, nightly",
      "HIVE-0b7f7c1e-8c1f-4b0e-9d2a-1f2e3d4c5b6a, HIVE-#", "a.2026.11.b, a.#.b"})
  void numbersDatesAndUuidsAreLeftOut(String name, String pattern) {
    assertThat(NamePattern.of(name)).isEqualTo(pattern);
  }

  @Test
  void theTextOfAQueryIsCut() {
    assertThat(NamePattern.of("s".repeat(5_000))).hasSize(200);
  }
}
