package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SubmitLinesCommandTest {
  @Test
  void aLineIsAMatrix() {
    assertThat(SubmitLinesCommand.matrix("j/s A B 100 7 C B 50 8 A C 25 9".split(" ")).totalBytes()).isEqualTo(175);
  }

  @Test
  void aLineThatIsNoneIsRefused() {
    assertThatThrownBy(() -> SubmitLinesCommand.matrix("j/s A B 100".split(" "))).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected TASK FROM TO BYTES SEED");
  }
}
