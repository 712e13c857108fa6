package dev.terra.controller.core.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.core.Harness;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.explain.Projection;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests of the expected finish times of shuffles, with the real policy. Links carry 2 MB/s from A to B, of which a tenth stays free for
 * jobs.
 */
class FinishTimesTest {
  private final Harness harness = new Harness(PolicyName.TERRA_PLUS, Map.of());

  private void shuffle(String id, long bytes) {
    harness.produced(1, id, bytes);
    harness.placed(2, id, 0, "B");
  }

  private void roundPlayedOut() {
    harness.round();
    ScheduledRound round = harness.state.lastRound().orElseThrow();
    harness.state.foresee(round, Projection.of(harness.state.scheduler(round), round));
  }

  private ShuffleFigures figures(String id) {
    return harness.state.view(harness.nowNanos).running().get(new ShuffleId(id));
  }

  @Test
  void aShuffleThatWaitsIsExpectedAfterTheOneBeforeIt() {
    harness.helloAll();
    shuffle("small", 9_000_000);
    shuffle("large", 27_000_000);
    assertThat(figures("small").expectedFinishSeconds()).as("no round yet").isEmpty();
    roundPlayedOut();
    double small = figures("small").expectedFinishSeconds().orElseThrow();
    assertThat(small).isCloseTo(5, within(0.5));
    assertThat(figures("large").expectedFinishSeconds()).hasValueCloseTo(4 * small, within(1.0));
    assertThat(harness.state.view(harness.nowNanos).rounds().foreseenSeconds()).isCloseTo(4 * small, within(1.0));
  }

  @Test
  void whatIsNotPlannedIsNotExpected() {
    harness.hello(1, "A");
    harness.hello(2, "B");
    shuffle("small", 9_000_000);
    harness.produced(1, "lost", 1_000L, 1_000L);
    harness.placed(2, "lost", 0, "B");
    harness.placed(2, "lost", 1, "C");
    roundPlayedOut();
    assertThat(figures("small").expectedFinishSeconds()).isPresent();
    assertThat(figures("lost").expectedFinish()).as("one of its bundles is planned").hasSize(1);
    assertThat(figures("lost").expectedFinishSeconds()).as("the agent of C is away").isEmpty();
  }

  @Test
  void whereNothingIsToBeSentOrNothingWasFoundNothingIsExpected() {
    harness.helloAll();
    shuffle("small", 9_000_000);
    roundPlayedOut();
    harness.state.foresee(harness.state.lastRound().orElseThrow(), null);
    assertThat(figures("small").expectedFinishSeconds()).isEmpty();
    roundPlayedOut();
    harness.state.foreseeNothing();
    assertThat(figures("small").expectedFinishSeconds()).isEmpty();
    assertThat(harness.state.view(harness.nowNanos).rounds().foreseenSeconds()).isZero();
  }

  @Test
  void whatIsDoneIsExpectedNoMore() {
    harness.helloAll();
    shuffle("small", 9_000_000);
    roundPlayedOut();
    harness.progress(1, "small", "B", 9_000_000, 0, 0);
    assertThat(figures("small").expectedFinishSeconds()).isEmpty();
    harness.ended(1, "small");
    assertThat(harness.state.view(harness.nowNanos).ended().get(new ShuffleId("small")).expectedFinish()).isEmpty();
  }
}
