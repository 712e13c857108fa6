package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkClassesTest {
  @Test
  void weightsAreReadAndPrinted() {
    assertThat(LinkClasses.parse("8:4:1")).isEqualTo(LinkClasses.USUAL).hasToString("8:4:1");
    assertThat(LinkClasses.parse("1000:1:1").weights()).containsExactly(1_000, 1, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "8:4", "8:4:1:1", "8:4:0", "8:4:1001", "a:b:c", "8:4:-1", "99999:1:1"})
  void whatIsNoThreeWeightsIsRefused(String text) {
    assertThatThrownBy(() -> LinkClasses.parse(text)).isInstanceOf(TestbedException.class).hasMessageContaining("8:4:1");
  }
}
