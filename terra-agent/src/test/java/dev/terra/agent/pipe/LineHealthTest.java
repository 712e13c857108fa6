package dev.terra.agent.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.timing.ProtocolTiming;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests when a link is silent, and when it is dead. */
class LineHealthTest {
  private static LineHealth quick() {
    LineHealth health = new LineHealth();
    health.rtt(1_000_000);
    health.tick(true, true);
    return health;
  }

  private static int ticksUntilSilent(LineHealth health) {
    return IntStream.range(1, 100).filter(tick -> {
      health.tick(false, false);
      return health.isSilent();
    }).findFirst().orElseThrow();
  }

  private static int ticksUntil(LineHealth health, LineHealth.Verdict verdict, boolean linkHeard) {
    return IntStream.range(1, 100).filter(tick -> health.tick(false, linkHeard) == verdict).findFirst().orElseThrow();
  }

  @Test
  void aLinkIsSilentAfterHalfASecondAndDeadAfterTwo() {
    LineHealth health = quick();
    assertThat(ticksUntilSilent(health)).isEqualTo(5);
    assertThat(health.silentMillis()).isEqualTo(500);
    assertThat(ticksUntil(health, LineHealth.Verdict.LINK_DEAD, false)).isEqualTo(15);
    assertThat(health.silentMillis()).isEqualTo(2_000);
  }

  /**
   * Returns how many milliseconds after a cut a line finds its link silent, on a virtual clock.
   *
   * @param busy true if bytes arrive all the time, false if only answers to probes arrive
   */
  private static int noticedMillis(int cutMillis, int rttMillis, boolean busy) {
    int tickMillis = (int) ProtocolTiming.LINE_TICK.millis();
    int lastHeardMillis = cutMillis + rttMillis / 2;
    LineHealth health = new LineHealth();
    health.rtt(TimeUnit.MILLISECONDS.toNanos(rttMillis));
    Deque<Integer> answers = new ArrayDeque<>();
    for (int now = 0;; now += tickMillis) {
      boolean heard = busy && now - tickMillis < lastHeardMillis;
      while (!answers.isEmpty() && answers.peek() <= now) {
        heard |= answers.remove() <= lastHeardMillis;
      }
      if (health.tick(heard, heard) == LineHealth.Verdict.PROBE) {
        answers.add(now + rttMillis);
      }
      if (health.isSilent()) {
        return now - cutMillis;
      }
    }
  }

  /** The news that the link is silent then takes at most half a round trip to either end of the path. */
  @Test
  void aLinkThatIsCutIsNoticedByTheEndsOfThePathWithinSevenTenthsOfASecond() {
    for (int rttMillis : new int[] {1, 20, 80}) {
      for (int cutMillis = 2_000; cutMillis < 2_200; cutMillis++) {
        assertThat(noticedMillis(cutMillis, rttMillis, true) + rttMillis / 2).isBetween(300, 700);
        assertThat(noticedMillis(cutMillis, rttMillis, false) + rttMillis / 2).isBetween(300, 700);
      }
    }
  }

  @Test
  void aLineOfALinkOnWhichOthersAreHeardEndsAloneTwoSecondsLater() {
    LineHealth health = quick();
    assertThat(ticksUntil(health, LineHealth.Verdict.LINE_DEAD, true)).isEqualTo(40);
    assertThat(health.isSilent()).isFalse();
    assertThat(health.lineSilentMillis()).isEqualTo(4_000);
  }

  @Test
  void itIsProbedAtEveryOtherTick() {
    LineHealth health = quick();
    List<LineHealth.Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      verdicts.add(health.tick(true, true));
    }
    assertThat(verdicts).containsExactly(LineHealth.Verdict.NOTHING, LineHealth.Verdict.PROBE, LineHealth.Verdict.NOTHING,
        LineHealth.Verdict.PROBE, LineHealth.Verdict.NOTHING, LineHealth.Verdict.PROBE);
  }

  @Test
  void slowRoundTripsAndFalseAlarmsGiveItMoreTimeButNoMoreThanASecond() {
    LineHealth slow = new LineHealth();
    slow.rtt(300_000_000);
    assertThat(ticksUntilSilent(slow)).isEqualTo(8);
    LineHealth health = quick();
    assertThat(ticksUntilSilent(health)).isEqualTo(5);
    health.tick(true, true);
    assertThat(ticksUntilSilent(health)).isEqualTo(8);
    for (int i = 0; i < 5; i++) {
      health.tick(true, true);
      ticksUntilSilent(health);
    }
    health.tick(true, true);
    assertThat(ticksUntilSilent(health)).isEqualTo(15);
    for (int i = 0; i <= 10 * LineHealth.CALM_TICKS; i++) {
      health.tick(true, true);
    }
    assertThat(ticksUntilSilent(health)).isEqualTo(5);
    assertThat(ticksUntilSilent(new LineHealth())).as("not measured yet").isEqualTo(15);
  }
}
