package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderTermTest {
  private final LeaderTerm term = new LeaderTerm();

  @Test
  void whatIsOlderThanTheNewestIsDroppedAndCounted() {
    assertThat(term.advance(3)).isTrue();
    assertThat(term.advance(3)).as("the same leader").isTrue();
    assertThat(term.advance(2)).isFalse();
    assertThat(term.advance(0)).isFalse();
    assertThat(term.advance(7)).as("a new leader").isTrue();
    assertThat(term.advance(3)).as("the one before").isFalse();
    assertThat(term.newest()).isEqualTo(7);
    assertThat(term.dropped()).isEqualTo(3);
  }

  @Test
  void termsHaveNoSign() {
    assertThat(term.advance(Long.MAX_VALUE)).isTrue();
    assertThat(term.advance(Long.MIN_VALUE)).as("2^63").isTrue();
    assertThat(term.advance(5)).isFalse();
  }
}
