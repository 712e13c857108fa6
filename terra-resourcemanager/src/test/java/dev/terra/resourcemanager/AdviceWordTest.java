package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AdviceWordTest {
  private static final long ANSWERED = 7;

  @Test
  void adviceEndsWithItsTimeAndNotWithTheNextAnswer() {
    AdviceWord word = new AdviceWord(Map.of("one", Map.of("/A", 1.0)), Racks.NONE, ANSWERED);
    assertThat(word.shares("one", ANSWERED + AdviceWord.FRESH_NANOS)).isEqualTo(Map.of("/A", 1.0));
    assertThat(word.shares("one", ANSWERED + AdviceWord.FRESH_NANOS + 1)).isEmpty();
    assertThat(word.shares("another", ANSWERED)).isEmpty();
  }
}
