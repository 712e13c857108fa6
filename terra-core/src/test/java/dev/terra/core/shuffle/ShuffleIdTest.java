package dev.terra.core.shuffle;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShuffleIdTest {
  @Test
  void aNameHasOneTo256Characters() {
    assertThatThrownBy(() -> new ShuffleId(" ")).hasMessageContaining("1 to 256");
    assertThatThrownBy(() -> new ShuffleId("x".repeat(257))).hasMessageContaining("1 to 256");
  }
}
