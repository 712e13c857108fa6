package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCellAndNumbersToTheRight() {
    TextTable table = new TextTable(new Paint(false), Column.text("LINK"), Column.number("USE"), Column.text("WHY"))
        .row("NY:LA", "5 %", "").row("A:B", "100 %", "it is full");

    assertThat(table.toString()).isEqualTo("""
        LINK     USE  WHY
        NY:LA    5 %
        A:B    100 %  it is full""");
    assertThatThrownBy(() -> table.row("one")).hasMessageContaining("3 cells");
  }

  @Test
  void statesHaveColoursOnTerminalsOnly() {
    assertThat(Paint.of(Map.of(), true).state("down")).isEqualTo("\u001b[31mdown\u001b[0m");
    assertThat(Paint.of(Map.of(), true).state("NY:LA")).isEqualTo("NY:LA");
    assertThat(Paint.of(Map.of("NO_COLOR", "1"), true).state("down")).isEqualTo("down");
    assertThat(Paint.of(Map.of("NO_COLOR", ""), true).state("down")).contains("\u001b");
    assertThat(Paint.of(Map.of("TERM", "dumb"), true).state("down")).isEqualTo("down");
    assertThat(Paint.of(Map.of(), false).state("down")).isEqualTo("down");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "999, 999 B", "1500, 1.50 kB", "12345678, 12.3 MB", "999600, 1.00 MB", "1e12, 1.00 TB", "123456, 123 kB"})
  void sizesHaveThreeDigits(double bytes, String text) {
    assertThat(Show.size(DoubleNode.valueOf(bytes))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.50 s", "12.34, 12.3 s", "150, 2 min 30 s", "7260, 2 h 01 min"})
  void durationsAreReadable(double seconds, String text) {
    assertThat(Show.seconds(DoubleNode.valueOf(seconds))).isEqualTo(text);
  }

  @Test
  void whatIsNullIsADash() {
    assertThat(Show.size(NullNode.getInstance())).isEqualTo("-");
    assertThat(Show.until(NullNode.getInstance(), TextNode.valueOf("2026-01-01T00:00:00Z"))).isEqualTo("-");
    assertThat(Show.until(TextNode.valueOf("2026-01-01T00:00:30Z"), TextNode.valueOf("2026-01-01T00:00:00Z"))).isEqualTo("30.0 s");
  }
}
