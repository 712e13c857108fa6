package dev.terra.controller.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.Harness;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests that events which happen together cause one round, soon after the first of them. */
class RoundTimerTest {
  private static final long SOON = RoundTimer.COALESCE_NANOS;
  private static final long LATER = RoundTimer.SOFT_COALESCE_NANOS;
  private static final long SETTLE = RoundTimer.SETTLE_NANOS;

  private final RoundTimer timer = new RoundTimer();

  @Test
  void nothingIsDueBeforeAnythingHappens() {
    assertThat(timer.dueNanos()).isEmpty();
    timer.request(100);
    assertThat(timer.dueNanos()).hasValue(100 + SOON);
    timer.begun();
    assertThat(timer.dueNanos()).isEmpty();
  }

  @Test
  void whatIsUrgentDoesNotWaitForWhatIsNot() {
    timer.requestSoon(0);
    assertThat(timer.dueNanos()).hasValue(LATER);
    timer.request(10);
    assertThat(timer.dueNanos()).hasValue(10 + SOON);
    timer.requestSoon(20);
    assertThat(timer.dueNanos()).hasValue(10 + SOON);
  }

  @Test
  void aStreamMayFinishItsFirstWords() {
    timer.settle(1000);
    assertThat(timer.dueNanos()).hasValue(1000 + SETTLE);
    timer.request(2000);
    assertThat(timer.dueNanos()).as("others wait with it").hasValue(1000 + SETTLE);
    timer.begun();
    timer.request(1000 + 2 * SETTLE);
    assertThat(timer.dueNanos()).as("once").hasValue(1000 + 2 * SETTLE + SOON);
  }

  @Test
  void whatIsHeldComesWhenItIsReleased() {
    timer.hold();
    timer.request(1000);
    assertThat(timer.dueNanos()).isEmpty();
    timer.release();
    assertThat(timer.dueNanos()).hasValue(1000 + SOON);
  }

  /** The earliest due time of all requests since the last round decides when the next round is due. */
  @Property(tries = 200)
  void aRoundIsDueAfterTheFirstRequestButNotWhileAStreamBegins(@ForAll long seed) {
    Random random = new Random(seed);
    RoundTimer fresh = new RoundTimer();
    long now = 0;
    long earliest = Long.MAX_VALUE;
    long notBefore = 0;
    for (int step = 0; step < 100; step++) {
      now += random.nextInt(20_000_000);
      int kind = random.nextInt(4);
      if (kind == 0) {
        fresh.request(now);
        earliest = Math.min(earliest, now + SOON);
      } else if (kind == 1) {
        fresh.requestSoon(now);
        earliest = Math.min(earliest, now + LATER);
      } else if (kind == 2) {
        fresh.settle(now);
        earliest = Math.min(earliest, now + SOON);
        notBefore = now + SETTLE;
      } else {
        fresh.begun();
        earliest = Long.MAX_VALUE;
      }
      assertThat(fresh.dueNanos()).isEqualTo(
          earliest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(Math.max(earliest, notBefore)));
    }
  }

  @Property(tries = 50)
  void aBurstOfReportsMakesOneRound(@ForAll long seed) {
    Random random = new Random(seed);
    Harness harness = new Harness();
    harness.helloAll();
    harness.round();
    harness.at(10);
    long first = harness.nowNanos;
    for (int report = 0; report < 50; report++) {
      harness.nowNanos = first + report * (SOON / 50);
      harness.produced(1, "job_" + report, 100L + random.nextInt(1000));
      harness.placed(1, "job_" + report, 0, random.nextBoolean() ? "B" : "C");
      assertThat(harness.state.roundDueNanos()).hasValue(first + SOON);
    }
    harness.round();
    assertThat(harness.state.roundDueNanos()).isEmpty();
  }

  @Test
  void whatChangesNothingMakesNoRound() {
    Harness harness = new Harness();
    harness.helloAll();
    harness.produced(1, "job", 100L);
    harness.placed(1, "job", 0, "B");
    harness.progress(1, "job", "B", 10, 0, 0);
    harness.round();

    harness.at(0.5);
    harness.produced(1, "job", 100L);
    harness.placed(2, "job", 0, "B");
    harness.progress(1, "job", "B", 20, 0, 0);
    harness.alive(3);
    harness.tick();

    assertThat(harness.state.roundDueNanos()).isEmpty();
    harness.progress(1, "job", "B", 100, 0, 0);
    assertThat(harness.state.roundDueNanos()).as("its end gives room to others").isPresent();
  }

  @Test
  void ratesFollowWhatIsLeftOnceASecond() {
    Harness harness = new Harness();
    harness.helloAll();
    harness.produced(1, "job", 100L);
    harness.placed(1, "job", 0, "B");
    harness.round();

    harness.at(0.9);
    harness.tick();
    assertThat(harness.state.roundDueNanos()).isEmpty();
    harness.at(1.0);
    harness.tick();
    assertThat(harness.state.roundDueNanos()).isPresent();
  }
}
