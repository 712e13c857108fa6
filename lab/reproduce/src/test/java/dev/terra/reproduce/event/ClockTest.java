package dev.terra.reproduce.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClockTest {
  private final Clock clock = new Clock();
  private final List<String> happened = new ArrayList<>();

  private void set(long time, String what) {
    clock.at(time, () -> happened.add(clock.now() + " " + what));
  }

  @Test
  void eventsHappenInTheOrderOfTheirTimesAndThenOfTheirSetting() {
    set(5, "c");
    set(1, "a");
    set(5, "d");
    set(3, "b");
    clock.runWhile(() -> true);
    assertThat(happened).containsExactly("1 a", "3 b", "5 c", "5 d");
  }

  @Test
  void anEventMaySetOthers() {
    clock.at(2, () -> {
      clock.after(0, () -> happened.add("at once"));
      clock.after(3, () -> happened.add("at " + clock.now()));
    });
    clock.runWhile(() -> true);
    assertThat(happened).containsExactly("at once", "at 5");
    assertThatThrownBy(() -> clock.at(4, () -> { })).hasMessageContaining("at least 5");
  }

  @Test
  void stopsWhenTheConditionNoLongerHolds() {
    set(1, "a");
    set(2, "b");
    clock.runWhile(() -> happened.isEmpty());
    assertThat(happened).containsExactly("1 a");
  }

  @Test
  void keepsTheOrderOfMany() {
    Random random = new Random(1);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      clock.at(random.nextInt(1_000), () -> times.add(clock.now()));
    }
    clock.runWhile(() -> true);
    assertThat(times).hasSize(10_000).isSorted();
  }
}
