package dev.terra.api.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProtocolVersionsTest {
  private static final ProtocolVersions HERE = new ProtocolVersions("test", 4, 5);

  @Test
  void theNewestThatBothKnowIsSpoken() {
    assertThat(HERE.common(4, 5)).hasValue(5);
    assertThat(HERE.common(3, 4)).as("the version before").hasValue(4);
    assertThat(HERE.common(5, 6)).as("the version after").hasValue(5);
    assertThat(HERE.common(4, 0)).as("one that names only one").hasValue(4);
    assertThat(HERE.common(5, 0)).hasValue(5);
  }

  @Test
  void thoseThatKnowNoneInCommonLearnWhy() {
    assertThat(HERE.common(3, 3)).isEmpty();
    assertThat(HERE.common(6, 7)).isEmpty();
    assertThat(HERE.common(0, 0)).isEmpty();
    assertThat(HERE.common(-1, 0)).as("a hostile number").isEmpty();
    assertThat(HERE.refusal("agent", "handler", 3, 0)).isEqualTo(
        "this agent speaks versions 4 to 5 of the test protocol, the handler version 3");
    assertThat(HERE.refusal("agent", "handler", 6, 7)).endsWith("the handler versions 6 to 7");
  }

  @Test
  void anAnswerIsOneOfThoseThatWereNamed() {
    assertThat(HERE.speaks(4)).isTrue();
    assertThat(HERE.speaks(5)).isTrue();
    assertThat(HERE.speaks(0)).as("of one that does not name it").isTrue();
    assertThat(HERE.speaks(3)).isFalse();
    assertThat(HERE.speaks(6)).isFalse();
  }

  @Test
  void everyProtocolSpeaksTheVersionBefore() {
    assertThat(ProtocolVersions.CONTROL.newest()).isEqualTo(ProtocolVersions.CONTROL.oldest() + 1);
    assertThat(ProtocolVersions.SITE.newest()).isEqualTo(ProtocolVersions.SITE.oldest() + 1);
    assertThat(ProtocolVersions.SUBMIT.newest()).isEqualTo(ProtocolVersions.SUBMIT.oldest() + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> new ProtocolVersions("test", 2, 1));
  }
}
