package dev.terra.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
  private static final Parameter WHOLE = Parameter.whole("limit", "How many.", 1, 10, 5);
  private static final Parameter TIME = Parameter.time("from", "Since when.");

  private static void refused(Parameter parameter, String value, String message) {
    assertThatThrownBy(() -> parameter.check(value)).isInstanceOfSatisfying(Problem.class, problem -> {
      assertThat(problem.status()).isEqualTo(400);
      assertThat(problem.parameter()).hasValue(parameter.name());
    }).hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "10", "+7", "007"})
  void aWholeNumberIsWithinItsBounds(String value) {
    WHOLE.check(value);
  }

  @ParameterizedTest
  @CsvSource({"0, 'expected ''limit'' to be 1 to 10, got 0'", "11, 'expected ''limit'' to be 1 to 10, got 11'",
      "1.0, 'expected ''limit'' to be a whole number, got ''1.0'''", "9223372036854775808, "
          + "'expected ''limit'' to be a whole number, got ''9223372036854775808'''"})
  void whatIsNoneIsRefusedByName(String value, String message) {
    refused(WHOLE, value, message);
  }

  @Test
  void aTimeHasAZone() {
    TIME.check("2026-01-31T12:00:00Z");
    TIME.check("2026-01-31T12:00:00.123456789Z");
    refused(TIME, "2026-01-31T12:00:00", "expected 'from' to be a time such as 2026-01-31T12:00:00Z, got '2026-01-31T12:00:00'");
    refused(TIME, "2026-02-30T12:00:00Z", "expected 'from' to be a time such as 2026-01-31T12:00:00Z, got '2026-02-30T12:00:00Z'");
    for (String far : List.of("+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z")) {
      refused(TIME, far, "expected 'from' to be a time such as 2026-01-31T12:00:00Z, got '" + far + "'");
    }
  }

  @Test
  void oneOfSomeIsOneOfThem() {
    Parameter state = Parameter.oneOf("state", "Which.", "up", "down");

    state.check("up");
    refused(state, "Up", "expected 'state' to be one of [up, down], got 'Up'");
    refused(Parameter.flag("ended", "Whether."), "yes", "expected 'ended' to be one of [true, false], got 'yes'");
  }

  @Test
  void noValueIsLong() {
    Parameter text = Parameter.text("search", "What.");

    text.check("x".repeat(Parameter.MOST_CHARACTERS));
    refused(text, "x".repeat(Parameter.MOST_CHARACTERS + 1), "expected at most 512 characters of 'search', got 513");
  }

  @Test
  void thoseOfAPathAreNeeded() {
    assertThat(Parameter.inPath("id", "Which.").required()).isTrue();
    assertThat(TIME.required()).isFalse();
    assertThat(TIME.needed()).isEqualTo(new Parameter(TIME.name(), TIME.kind(), false, TIME.sentence(), TIME.allowed(), 0, 0,
        TIME.otherwise(), true));
    assertThat(WHOLE.otherwise()).hasValue("5");
  }
}
