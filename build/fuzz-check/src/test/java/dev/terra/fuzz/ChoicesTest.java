package dev.terra.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoicesTest {
  @Test
  void theSameInputChoosesTheSame() {
    Choices choices = new Choices(new byte[] {7, 5, 11, 2, 'a', 'b', 9, 1, 'x', 'y'});
    assertThat(choices.below(4)).isEqualTo(3);
    assertThat(choices.number()).isEqualTo(128);
    assertThat(choices.number()).isEqualTo(Long.MAX_VALUE);
    assertThat(choices.text(List.of("one", "two"))).isEqualTo("ab");
    assertThat(choices.text(List.of("one", "two"))).isEqualTo("two");
    assertThat(choices.hasMore()).isTrue();
    assertThat(choices.rest()).containsExactly('x', 'y');
  }

  @Test
  void pastItsEndEveryChoiceIsTheFirst() {
    Choices choices = new Choices(new byte[0]);
    assertThat(choices.below(9)).isZero();
    assertThat(choices.number()).isZero();
    assertThat(choices.pick(List.of("one", "two"))).isEqualTo("one");
    assertThat(choices.text(List.of("one"))).isEmpty();
    assertThat(choices.take(5)).isEmpty();
    assertThat(choices.hasMore()).isFalse();
  }
}
