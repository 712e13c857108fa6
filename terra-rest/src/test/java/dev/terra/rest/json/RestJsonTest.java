package dev.terra.rest.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestJsonTest {
  private record Row(Instant at, double value, Double missing, List<String> names) {}

  private static String text(Object value) {
    return new String(RestJson.bytes(value), StandardCharsets.UTF_8);
  }

  private static WhatIfRequest read(String json) {
    return RestJson.read(json.getBytes(StandardCharsets.UTF_8), WhatIfRequest.class);
  }

  @Test
  void timesHaveMillisecondsAndNothingIsLeftOut() {
    assertThat(text(new Row(Instant.parse("2026-01-31T12:00:00Z"), 1.5, null, List.of("\u00e9"))))
        .isEqualTo("{\"at\":\"2026-01-31T12:00:00.000Z\",\"value\":1.5,\"missing\":null,\"names\":[\"\u00e9\"]}");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void whatIsNoNumberOfJsonsIsNull(double value) {
    assertThat(text(Arrays.asList(value, 1.0))).startsWith("[null,");
  }

  @Test
  void aBodyIsReadAsItsRecord() {
    assertThat(read("{\"removeLinks\": [\"A:B\"], \"pathsPerPair\": 3}"))
        .isEqualTo(new WhatIfRequest(List.of("A:B"), null, null, null, null, 3));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "{\"pathsPerPair\": \"x\"}                          | pathsPerPair",
      "{\"addLinks\": [{\"link\": \"A:B\", \"capacityBytesPerSecond\": 1}, {\"capacityBytesPerSecond\": []}]} | addLinks.[1].capacityBytesPerSecond",
      "{\"colour\": 1}                                    | colour",
      "[]                                                 | body"})
  void aMemberThatIsWrongIsNamedWithWhereItIs(String json, String member) {
    assertThatThrownBy(() -> read(json)).isInstanceOfSatisfying(Problem.class, problem -> {
      assertThat(problem.status()).isEqualTo(400);
      assertThat(problem.parameter()).hasValue(member);
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"pathsPerPair\": 1,}", "nonsense"})
  void whatIsNoJsonIsABadRequest(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOfSatisfying(Problem.class, problem -> assertThat(problem.status()).isEqualTo(400));
  }

  @Test
  void nullIsNoBody() {
    assertThatThrownBy(() -> read("null")).isInstanceOf(Problem.class).hasMessage("expected a JSON object, got null");
  }

  @Test
  void whatIsCompressedComesBack() throws IOException {
    byte[] bytes = "x".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    byte[] small = RestJson.gzip(bytes);

    assertThat(small).hasSizeLessThan(200);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(small)).readAllBytes()).isEqualTo(bytes);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(RestJson.gzip(new byte[0]))).readAllBytes()).isEmpty();
  }
}
