package dev.terra.api.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the name of a span in the form of a header field. */
class SpanNameTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";

  @Test
  void whatIsWrittenIsReadAgain() {
    SpanName root = new SpanName(TRACE, SPAN, Optional.empty());
    SpanName part = new SpanName(TRACE, SPAN, Optional.of("00f067aa0ba902b7"));
    assertThat(root).hasToString(TRACE + "-" + SPAN);
    assertThat(SpanName.parse(root.toString())).contains(root);
    assertThat(SpanName.parse(part.toString())).contains(part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", TRACE, TRACE + "-", TRACE + "-" + SPAN + "-", TRACE + "-" + SPAN + "-" + SPAN + "-" + SPAN,
      "0AF7651916CD43DD8448EB211C80319C-" + SPAN, TRACE + "-" + SPAN + "\n"})
  void whatIsMalformedIsNone(String field) {
    assertThat(SpanName.parse(field)).isEmpty();
  }

  @Test
  void noneIsMadeOfAnythingElse() {
    assertThatThrownBy(() -> new SpanName(TRACE, "x", Optional.empty())).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected TRACE-SPAN");
  }
}
