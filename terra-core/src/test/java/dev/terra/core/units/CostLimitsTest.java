package dev.terra.core.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostLimitsTest {
  /** The two printed numbers differ, and the second is enough as a budget. */
  @ParameterizedTest
  @CsvSource({"0.0000315, 0.000031616, 0.0000315, 0.00003162", "0.2107734, 0.2108, 0.2107, 0.2108", "0.41, 0.42157, 0.41, 0.4216",
      "1234.56, 1234.57, 1234, 1235", "0, 0.5, 0, 0.5"})
  void aBudgetThatIsTooSmallIsPrintedAsSmaller(double maxUsd, double leastUsd, String printed, String least) {
    assertThat(CostLimits.tooSmall(maxUsd, leastUsd))
        .isEqualTo("hard budget of $ " + printed + " is below $ " + least + ", what it costs on the cheapest paths");
  }
}
