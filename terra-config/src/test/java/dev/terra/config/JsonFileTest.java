package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFileTest {
  private static final Path FILE = Path.of("t.json");

  private record Point(int x, String name, BigDecimal share, List<Long> all) {}

  private static Point point(String text) {
    return JsonFile.value(FILE, text, Point.class);
  }

  private static AbstractThrowableAssert<?, ?> refused(String text) {
    return assertThatThrownBy(() -> point(text)).isInstanceOf(ConfigException.class);
  }

  @Test
  void aValueIsReadWithoutLosingDigits() {
    assertThat(point("{\"x\": 1, \"name\": \"n\", \"share\": 0.10000000000000000001, \"all\": [9007199254740993]}"))
        .isEqualTo(new Point(1, "n", new BigDecimal("0.10000000000000000001"), List.of(9_007_199_254_740_993L)));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "{\"x\": 1, \"x\": 2}     | Duplicate",
      "{\"x\": 1, \"y\": 2}     | \"y\"",
      "{\"x\": 1.5}             | ",
      "{\"x\": null}            | ",
      "{\"x\": \"1\"}           | ",
      "{\"x\": 1, \"name\": 2}  | ",
      "{\"x\": 1, \"name\": true} | ",
      "{\"x\": 1} {}            | Trailing",
      "{\"x\": 1                | ",
      "{'x': 1}                 | "})
  void whatIsNotMeantIsAnError(String text, String word) {
    refused(text).hasMessageStartingWith("t.json:1: is no valid JSON: ").hasMessageContaining(word == null ? "" : word);
  }

  @Test
  void theLineOfAnErrorIsSaidAndTheMessageIsOneLine() {
    refused("{\n  \"x\": 1,\n  \"colour\": 2, \"name\": \"n\"}").hasMessageStartingWith("t.json:3: ").message().doesNotContain("\n");
  }

  @Test
  void nullIsNoValue() {
    refused("null").hasMessage("t.json: expected an object, got null");
  }

  @Test
  void aByteOrderMarkIsAccepted() {
    assertThat(JsonFile.tree(FILE, "\uFEFF[1]").get(0).intValue()).isEqualTo(1);
    assertThat(point("\uFEFF{\"x\": 7}").x()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\n", "\uFEFF"})
  void anEmptyTextIsNoTree(String text) {
    assertThatThrownBy(() -> JsonFile.tree(FILE, text)).isInstanceOf(ConfigException.class).hasMessage("t.json: is empty; expected JSON");
  }

  @Test
  void aTreeMayBeAnyValueAndIsAsStrict() {
    assertThat(JsonFile.tree(FILE, "\"x\"").textValue()).isEqualTo("x");
    assertThat(JsonFile.tree(FILE, "1e400").decimalValue()).isEqualByComparingTo("1e400");
    assertThatThrownBy(() -> JsonFile.tree(FILE, "{\"a\": 1,\n\"a\": 2}")).hasMessageStartingWith("t.json:2: is no valid JSON: ");
    assertThatThrownBy(() -> JsonFile.tree(FILE, "1 2")).hasMessageStartingWith("t.json:1: is no valid JSON: ");
  }
}
