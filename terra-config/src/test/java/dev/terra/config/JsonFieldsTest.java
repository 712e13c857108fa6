package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
  private static JsonFields fields(String text) {
    return new JsonFields(JsonFile.tree(Path.of("t.json"), text), "shuffle s", List.of("a", "b"));
  }

  private static AbstractThrowableAssert<?, ?> refused(String text, Consumer<JsonFields> read) {
    return assertThatThrownBy(() -> read.accept(fields(text))).isInstanceOf(ConfigException.class);
  }

  @Test
  void keysAreThoseOfTheFileInItsOrder() {
    JsonFields fields = fields("{\"b\": 1, \"a\": \"x\"}");

    assertThat(fields.names()).containsExactly("b", "a");
    assertThat(fields.what()).isEqualTo("shuffle s");
    assertThat(fields.has("a")).isTrue();
    assertThat(fields.has("c")).isFalse();
    assertThat(fields.isText("a")).isTrue();
    assertThat(fields.isText("b")).isFalse();
    assertThat(fields.isText("c")).isFalse();
  }

  @Test
  void aKeyThatIsNotKnownIsNamedWithThoseThatAre() {
    refused("{\"a\": 1, \"B\": 2}", fields -> { }).hasMessage("shuffle s: unknown key 'B'; expected [a, b]");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "[]    | array", "1     | number", "\"x\" | string", "null  | null", "true  | boolean"})
  void whatIsNoObjectIsNamedByItsKind(String text, String kind) {
    refused(text, fields -> { }).hasMessage("shuffle s: expected an object, got " + kind);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", value = {
      "{\"a\": 1}     | number", "{\"a\": null} | null", "{\"a\": \" \"} | string", "{\"a\": []}  | array", "{}           | nothing"})
  void textIsThereAndNotBlank(String text, String got) {
    refused(text, fields -> fields.text("a")).hasMessage("shuffle s: expected 'a' to be text, got " + got);
  }

  @Test
  void textIsKeptWithItsBlanks() {
    assertThat(fields("{\"a\": \" x \"}").text("a")).isEqualTo(" x ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "12345678901234567890123", "0.1", "1e-30", "1.10"})
  void aNumberIsKeptAsItIsWritten(String number) {
    assertThat(fields("{\"a\": " + number + "}").decimal("a")).isEqualByComparingTo(new BigDecimal(number));
  }

  @Test
  void textIsNoNumber() {
    refused("{\"a\": \"1\"}", fields -> fields.decimal("a")).hasMessage("shuffle s: expected 'a' to be a number, got string");
    refused("{\"b\": 1}", fields -> fields.decimal("a")).hasMessage("shuffle s: expected 'a' to be a number, got nothing");
  }

  @Test
  void aNumberMayBeMissingButNotInfinite() {
    assertThat(fields("{}").number("a")).isEmpty();
    assertThat(fields("{\"a\": -2.5e3}").number("a")).hasValue(-2500);
    assertThat(fields("{\"a\": 1.7976931348623157e308}").number("a")).hasValue(Double.MAX_VALUE);
    refused("{\"a\": 1e309}", fields -> fields.number("a")).hasMessageStartingWith("shuffle s: expected 'a' to be a finite number, got 1");
    refused("{\"a\": null}", fields -> fields.number("a")).hasMessage("shuffle s: expected 'a' to be a number, got null");
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "5.0, 5", "1e3, 1000", "9223372036854775807, 9223372036854775807"})
  void aWholeNumberMayBeWrittenInAnyWay(String text, long value) {
    assertThat(fields("{\"a\": " + text + "}").whole("a", 5)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "4.999", "5.5", "-9223372036854775809", "9223372036854775808", "1e30"})
  void aWholeNumberHasBounds(String text) {
    refused("{\"a\": " + text + "}", fields -> fields.whole("a", 5))
        .hasMessageStartingWith("shuffle s: expected 'a' to be a whole number of at least 5 below 2^63, got ");
  }

  @Test
  void aWholeNumberWithoutALeastIsAnyOf64Bits() {
    assertThat(fields("{\"a\": -9223372036854775808}").whole("a", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    refused("{\"a\": 0.5}", fields -> fields.whole("a", Long.MIN_VALUE))
        .hasMessage("shuffle s: expected 'a' to be a whole number below 2^63, got 0.5");
  }

  @Test
  void aListIsGivenElementByElement() {
    assertThat(fields("{\"a\": [1, 2]}").list("a")).extracting(JsonNode::intValue).containsExactly(1, 2);
    assertThat(fields("{\"a\": []}").list("a")).isEmpty();
    refused("{\"a\": {}}", fields -> fields.list("a")).hasMessage("shuffle s: expected 'a' to be a list, got object");
    refused("{}", fields -> fields.list("a")).hasMessage("shuffle s: expected 'a' to be a list, got nothing");
  }

  @Test
  void anObjectWithinSaysWhereItIs() {
    JsonFields inner = fields("{\"a\": {\"any\": 1}}").object("a");

    assertThat(inner.names()).containsExactly("any");
    assertThatThrownBy(() -> inner.text("any")).hasMessage("shuffle s, a: expected 'any' to be text, got number");
    refused("{\"b\": 1}", fields -> fields.object("a")).hasMessage("shuffle s, a: expected an object, got nothing");
  }

  @Test
  void anObjectUnderABetterNameHasTheSameKeys() {
    JsonFields named = fields("{\"a\": 1}").named("the transfer from A to B");

    assertThat(named.has("a")).isTrue();
    assertThat(named.error("does not fit")).hasMessage("the transfer from A to B: does not fit");
  }
}
