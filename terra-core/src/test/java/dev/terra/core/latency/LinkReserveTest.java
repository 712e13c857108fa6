package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkReserveTest {
  private static final long SECOND = 1_000_000_000L;

  private LinkReserve reserve = LinkReserve.NONE;
  private long seconds;

  /** Returns the reserve, in bytes/s, after each of some seconds in which traffic was sent at the given rates. */
  private List<Double> left(double... rates) {
    return left(false, rates);
  }

  private List<Double> left(boolean kept, double... rates) {
    List<Double> left = new ArrayList<>();
    for (double rate : rates) {
      reserve = reserve.after(rate, kept, ++seconds * SECOND);
      left.add(reserve.bytesPerSecond());
    }
    return left;
  }

  @Test
  void anIdleLinkLeavesNothing() {
    assertThat(left(new double[20])).containsOnly(0.0);
    assertThat(left(1_000, 50_000, 1_000)).as("less than a small fetch a second").containsOnly(0.0);
  }

  @Test
  void aBurstIsLeftForAtOnceAndDecays() {
    assertThat(left(8e6)).containsExactly(10e6);
    assertThat(left(0, 0, 0, 0)).as("as long as the window").containsOnly(10e6);
    assertThat(left(0)).containsExactly(5e6);
    assertThat(left(0, 0, 0, 0, 0)).endsWith(2.5e6);
    assertThat(left(new double[30])).endsWith(0.0);
  }

  @Test
  void theExampleEndsAfterFortySeconds() {
    left(8e6);
    assertThat(left(new double[35])).endsWith(10e6 / 128);
    assertThat(left(new double[5])).endsWith(0.0);
  }

  @Test
  void whatIsUsedUpGrowsUntilItIsNot() {
    left(1e6);
    double before = reserve.bytesPerSecond();
    assertThat(left(before)).as("all that was left was used").containsExactly(before * 1.25);
    double now = reserve.bytesPerSecond();
    assertThat(left(0.85 * now)).as("not all of it").containsExactly(now);
  }

  @Test
  void aSteadyNeedMakesOneScheduleAndKeepsItsRoom() {
    List<Double> left = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      left.addAll(left(i % 2 == 0 ? 2.1e6 : 1.9e6));
    }
    assertThat(left.stream().distinct()).hasSizeLessThanOrEqualTo(1);
    assertThat(left.get(99)).isCloseTo(2.1e6 * 1.25, within(1e-6));
  }

  @Test
  void aFallGoesToTheNewPeakAndNotBelow() {
    left(8e6, 6e6, 6e6, 6e6, 6e6);
    assertThat(left(6e6, 6e6, 6e6, 6e6, 6e6, 6e6)).as("the window's peak with its margin").endsWith(7.5e6);
    assertThat(left(new double[] {6e6, 6e6, 6e6, 6e6, 6e6, 6e6, 6e6, 6e6, 6e6, 6e6})).containsOnly(7.5e6);
  }

  @Test
  void whereClassesAreKeptTheMeanIsLeftAndNotThePeak() {
    double[] turns = new double[40];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = i % 2 == 0 ? 8e6 : 4e6;
    }
    assertThat(left(true, turns).subList(10, 40)).as("a schedule stands").containsOnly(reserve.bytesPerSecond());
    assertThat(reserve.bytesPerSecond()).isBetween(6e6, 7e6);
    left(false, turns);
    assertThat(reserve.bytesPerSecond()).as("no longer").isEqualTo(10e6);
  }

  @Test
  void theMeanOfFetchesThatBeginIsKnownAtOnceAndForgottenSlowly() {
    left(true, new double[30]);
    assertThat(left(true, 2e6, 6e6)).containsExactly(2e6, 4e6);
    assertThat(left(true, new double[] {4e6, 4e6, 4e6, 4e6})).containsOnly(4e6);
    assertThat(left(true, 0, 0).get(1)).as("two quiet seconds").isCloseTo(4e6 * 0.64, within(1e-6));
    assertThat(left(true, new double[30])).endsWith(0.0);
  }

  @Test
  void aPeakIsLeftAgainWhereClassesAreNoLongerKept() {
    left(true, 2e6, 6e6);
    assertThat(left(6e6)).containsExactly(7.5e6);
  }
}
