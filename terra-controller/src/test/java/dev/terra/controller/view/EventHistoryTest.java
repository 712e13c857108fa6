package dev.terra.controller.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventHistoryTest {
  private static ControllerEvent event(long number) {
    return new ControllerEvent(number, number, EventKind.LINK_DOWN, "A-B", "it was cut");
  }

  private static EventHistory upTo(long last) {
    EventHistory history = EventHistory.EMPTY;
    for (long number = 1; number <= last; number++) {
      history = history.plus(event(number));
    }
    return history;
  }

  private static List<Long> numbers(Iterable<ControllerEvent> events) {
    List<Long> numbers = new ArrayList<>();
    events.forEach(event -> numbers.add(event.number()));
    return numbers;
  }

  @Test
  void keepsTheNewestInTheirOrderWhateverTheirNumber() {
    EventHistory history = EventHistory.EMPTY;
    assertThat(history.lastNumber()).isZero();
    assertThat(history).isEmpty();
    for (long number = 1; number <= 2L * EventHistory.MOST + 300; number++) {
      history = history.plus(event(number));
      assertThat(history.lastNumber()).isEqualTo(number);
      assertThat(history.size()).isEqualTo((int) Math.min(number, EventHistory.MOST));
      if (number % 997 == 0) {
        List<Long> kept = numbers(history);
        assertThat(kept).hasSize(history.size()).isSorted();
        assertThat(kept.get(0)).isEqualTo(Math.max(1, number - EventHistory.MOST + 1));
      }
    }
  }

  @Test
  void oneThatHasGrownLeavesTheOldOneAsItWas() {
    EventHistory before = upTo(300);
    List<Long> seen = numbers(before);
    EventHistory one = before.plus(event(301));
    EventHistory other = before.plus(new ControllerEvent(301, 0, EventKind.LINK_UP, "A-B", ""));
    assertThat(numbers(before)).isEqualTo(seen);
    assertThat(one.after(300)).containsExactly(event(301));
    assertThat(other.after(300).get(0).kind()).isEqualTo(EventKind.LINK_UP);
    assertThat(one).isNotEqualTo(other).isNotEqualTo(before);
  }

  @Test
  void givesWhatCameAfterANumber() {
    EventHistory history = upTo(500);
    assertThat(numbers(history.after(497))).containsExactly(498L, 499L, 500L);
    assertThat(history.after(500)).isEmpty();
    assertThat(history.after(900)).isEmpty();
    assertThat(history.after(0)).hasSize(500);
  }

  @Test
  void isEqualByWhatItHolds() {
    assertThat(upTo(200)).isEqualTo(upTo(200)).hasSameHashCodeAs(upTo(200)).isNotEqualTo(upTo(201));
  }

  @Test
  void refusesAGap() {
    assertThatThrownBy(() -> upTo(3).plus(event(5))).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("expected event 4");
  }
}
