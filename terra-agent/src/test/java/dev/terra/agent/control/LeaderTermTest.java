package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderTermTest {
  private final LeaderTerm term = new LeaderTerm();

  @Test
  void whatIsOlderThanTheNewestIsDroppedAndCounted() {
    assertThat(term.accepts(3)).isTrue();
    assertThat(term.accepts(3)).as("the same leader").isTrue();
    assertThat(term.accepts(2)).isFalse();
    assertThat(term.accepts(0)).isFalse();
    assertThat(term.accepts(7)).as("a new leader").isTrue();
    assertThat(term.accepts(3)).as("the one before").isFalse();
    assertThat(term.newest()).isEqualTo(7);
    assertThat(term.dropped()).isEqualTo(3);
  }

  @Test
  void termsHaveNoSign() {
    assertThat(term.accepts(Long.MAX_VALUE)).isTrue();
    assertThat(term.accepts(Long.MIN_VALUE)).as("2^63").isTrue();
    assertThat(term.accepts(5)).isFalse();
  }
}
