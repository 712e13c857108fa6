package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ViewPaceTest {
  private final ViewPace pace = new ViewPace();

  private int made(int times) {
    int made = 0;
    for (int i = 0; i < times; i++) {
      made += pace.takeDue(false) ? 1 : 0;
    }
    return made;
  }

  @Test
  void aViewThatNothingReadsIsMadeOnceASecond() {
    assertThat(pace.takeDue(true)).isTrue();
    assertThat(made(ViewPace.READ_TIMES - 1)).as("for two seconds").isEqualTo(ViewPace.READ_TIMES - 1);
    assertThat(made(10 * ViewPace.UNREAD_TIMES)).isEqualTo(10);
    assertThat(pace.takeDue(true)).as("read again").isTrue();
    assertThat(made(ViewPace.READ_TIMES - 1)).isEqualTo(ViewPace.READ_TIMES - 1);
  }
}
