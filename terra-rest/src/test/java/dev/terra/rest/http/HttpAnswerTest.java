package dev.terra.rest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.rest.Calls;
import dev.terra.rest.api.Content;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {
  private static final HttpAnswer ANSWER = HttpAnswer.of(200, ImmutableMap.of("A", "1", "B", "2"), Content.EMPTY);

  @Test
  void furtherHeadersComeAfterAndInThePlaceOfOldOnes() {
    assertThat(ANSWER.with(ImmutableMap.of("B", "3", "C", "4")).headers()).containsExactlyInAnyOrderEntriesOf(
        ImmutableMap.of("A", "1", "B", "3", "C", "4"));
    assertThat(ANSWER.headers()).hasSize(2);
  }

  @Test
  void anAnswerIsForStrangersUnlessItsCallerIsKnown() {
    assertThat(ANSWER.known()).isFalse();
    assertThat(ANSWER.toKnown().known()).isTrue();
    assertThat(ANSWER.toKnown().with(ImmutableMap.of()).known()).isTrue();
  }

  @Test
  void headersAreFoundWhateverTheirCase() {
    HttpCall call = Calls.http("GET", "/", "X-Name", "a", "x-name", "b");

    assertThat(call.header("x-NAME")).hasValue("a");
    assertThat(call.count("X-Name")).isEqualTo(2);
    assertThat(call.header("none")).isEmpty();
    assertThat(call.count("none")).isZero();
  }
}
