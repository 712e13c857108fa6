package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A reducer that runs at another site than before: its attempts, or stages with as many readers, may be at several. */
class MovedReducersTest {
  private final Harness harness = new Harness();

  @Test
  void takesItsBytesAlongAndLeavesWhatWasSent() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L, 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "B");
    harness.progress(1, "job_1", "B", 100, 0, 0);
    harness.placed(1, "job_1", 0, "C");
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 50.0, "job_1:AC", 100.0));
    harness.progress(1, "job_1", "B", 50, 0, 0);
    harness.round();
    assertThat(harness.demands()).as("the agent no longer counts what went to the old place")
        .isEqualTo(Map.of("job_1:AB", 50.0, "job_1:AC", 100.0));
  }

  @Test
  void findsWhatWasSentWhenItComesBack() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L, 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "B");
    harness.progress(1, "job_1", "B", 200, 0, 0);
    for (int turn = 0; turn < 5; turn++) {
      harness.placed(2, "job_1", 0, "C");
      harness.placed(1, "job_1", 0, "B");
    }
    harness.round();
    assertThat(harness.demands()).as("all has been sent, and nobody will send it again unless a reader asks").isEmpty();
  }

  @Test
  void leavesAsMuchHoweverManyLeaveAtOnce() {
    harness.helloAll();
    harness.produced(1, "job_1", 100L, 100L, 100L, 100L);
    for (int reducer = 0; reducer < 4; reducer++) {
      harness.placed(1, "job_1", reducer, "B");
    }
    harness.progress(1, "job_1", "B", 200, 0, 0);
    for (int reducer = 0; reducer < 3; reducer++) {
      harness.placed(1, "job_1", reducer, "C");
    }
    harness.round();
    assertThat(harness.demands()).as("half of each was sent").isEqualTo(Map.of("job_1:AB", 50.0, "job_1:AC", 300.0));
  }

  @Test
  void countsOnlyWhatIsAskedForWhereSendersWaitForThat() {
    harness.helloAll();
    harness.onDemand(1, "job_1", 100L, 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.progress(1, "job_1", "B", 40, 0, 30);
    harness.placed(2, "job_1", 0, "C");
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 30.0));
  }
}
