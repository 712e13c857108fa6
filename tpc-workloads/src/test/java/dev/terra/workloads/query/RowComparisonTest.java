package dev.terra.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowComparisonTest {
  @Test
  void theOrderOfRowsDoesNotMatter() {
    assertThat(RowComparison.difference(List.of("1|a", "2|b"), List.of("2|b", "1|a"))).isEmpty();
    assertThat(RowComparison.difference(List.of("1|a", "1|a"), List.of("1|a", "2|b"))).hasValueSatisfying(
        what -> assertThat(what).contains("1|a").contains("2|b"));
    assertThat(RowComparison.difference(List.of("1"), List.of())).hasValue("1 rows, and 0");
  }

  @Test
  void doublesMayDifferInTheirLastDigits() {
    assertThat(RowComparison.difference(List.of("x|0.1234567890123"), List.of("x|0.1234567890124"))).isEmpty();
    assertThat(RowComparison.difference(List.of("x|0.12345678"), List.of("x|0.12345679"))).isPresent();
    assertThat(RowComparison.difference(List.of("x|null"), List.of("x|0"))).isPresent();
    assertThat(RowComparison.difference(List.of("x|1"), List.of("x|1|1"))).isPresent();
  }
}
