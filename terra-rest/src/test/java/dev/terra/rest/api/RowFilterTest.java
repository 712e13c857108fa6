package dev.terra.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of which rows conditions select, and of texts that are not conditions. */
class RowFilterTest {
  /** A row. */
  public record Row(String id, double use, Double measured) {}

  private static final List<Row> ROWS = List.of(new Row("NY:LA", 0.95, 5.0), new Row("LA:NY", 0, null), new Row("NY:BA", 0.5, 1.0));

  private static String ids(String filter) {
    return String.join(" ", RowFilter.parse(filter).apply(ROWS).stream().map(Row::id).toList());
  }

  @ParameterizedTest
  @CsvSource({"use > 0.9,NY:LA", "use >= 0.5 and id ~ BA,NY:BA", "id = 'ny:la',NY:LA", "use < 0.9 AND use != 0,NY:BA",
      "measured = null,LA:NY", "measured != null,NY:LA NY:BA", "measured > 0,NY:LA NY:BA", "measured < 3,NY:BA",
      "measured != 1,NY:LA"})
  void chooses(String filter, String chosen) {
    assertThat(ids(filter)).isEqualTo(chosen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "use", "use >", "> 3", "use > 0.9 or use < 1", "use = 'x", "speed > 3", "use > fast", "__proto__ = 1",
      "use=1 and use=1 and use=1 and use=1 and use=1 and use=1 and use=1 and use=1 and use=1 and use=1 and use=1"})
  void refusesInWords(String filter) {
    assertThatThrownBy(() -> ids(filter)).isInstanceOf(Problem.class).hasMessageContaining("expected");
  }

  @Test
  void whatIsVeryLongIsRefusedSoon() {
    assertThatThrownBy(() -> ids("use > 1 and ".repeat(100_000))).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> ids("(".repeat(1_000_000))).isInstanceOf(Problem.class);
  }
}
