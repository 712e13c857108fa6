package dev.terra.lab.jobfaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.jobfaults.Slowdown.Compared;
import dev.terra.lab.jobfaults.Slowdown.Rates;
import dev.terra.lab.jobfaults.Slowdown.Verdict;
import org.junit.jupiter.api.Test;

class SlowdownTest {
  private static final Rates BEFORE = new Rates(6e6, 18e6);
  private static final Rates SLOW = new Rates(1.5e6, 13e6);
  private static final Compared LONG = new Compared(6, false);

  private static Slowdown slowdown(Double spreadBefore, Rates after, Compared compared) {
    return Slowdown.of(new Slowdown.Cores(0.2, 0.04), spreadBefore, BEFORE, after, compared);
  }

  @Test
  void oneThatDeliversLessSaysHowLoadsAreDivided() {
    assertThat(slowdown(0.1, SLOW, LONG).verdict()).isEqualTo(Verdict.COUNTS);
    assertThat(slowdown(0.2, new Rates(0, 12e6), LONG).verdict()).isEqualTo(Verdict.COUNTS);
    assertThat(slowdown(0.1, SLOW, LONG).inWords())
        .isEqualTo("loads count; 0.040 cores instead of 0.200; the agent 1.50 MB/s instead of 6.00, its site 13.00 instead of 18.00; "
            + "loads were up to 10 % from their mean before");
  }

  @Test
  void oneThatDeliversAsBeforeIsNotTheBottleneck() {
    assertThat(slowdown(0.1, new Rates(5e6, 17e6), LONG).verdict()).isEqualTo(Verdict.NOT_THE_BOTTLENECK);
    assertThat(slowdown(0.1, null, LONG).verdict()).as("it had nothing to send").isEqualTo(Verdict.NOT_THE_BOTTLENECK);
    assertThat(slowdown(0.1, null, LONG).inWords()).startsWith("agent was not the bottleneck; ").contains("it had nothing more to send");
    assertThat(Slowdown.of(new Slowdown.Cores(0.2, 0.04), 0.1, Rates.NONE, Rates.NONE, LONG).verdict()).as("nor did it deliver before")
        .isEqualTo(Verdict.NOT_THE_BOTTLENECK);
  }

  @Test
  void loadsComeBackOnlyToWhereTheyWere() {
    assertThat(slowdown(0.21, SLOW, LONG).verdict()).isEqualTo(Verdict.APART_BEFORE);
    assertThat(slowdown(null, SLOW, LONG).verdict()).isEqualTo(Verdict.APART_BEFORE);
    assertThat(slowdown(null, SLOW, LONG).inWords()).endsWith("loads were too small to compare before");
  }

  @Test
  void loadsAreWatchedForAsLongAsTheyMayTake() {
    assertThat(slowdown(0.1, SLOW, new Compared(1.9, false)).verdict()).isEqualTo(Verdict.TOO_LITTLE);
    assertThat(slowdown(0.1, SLOW, new Compared(1.9, true)).verdict()).isEqualTo(Verdict.COUNTS);
    assertThat(slowdown(0.1, SLOW, new Compared(0, false)).verdict()).isEqualTo(Verdict.TOO_LITTLE);
    assertThat(slowdown(0.1, SLOW, new Compared(2, false)).verdict()).isEqualTo(Verdict.COUNTS);
  }
}
