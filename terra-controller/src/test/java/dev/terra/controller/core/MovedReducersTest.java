package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.core.slice.Slices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests of reducers that run at another site than before. The attempts of a reducer, or stages with as many readers, may be at several
 * sites.
 */
class MovedReducersTest {
  private final Harness harness = new Harness();

  /** Sends an agent's report on the progress of a bundle, in bytes. */
  private void told(String to, long acknowledged, long withdrawn, long outstanding) {
    harness.progress(1, "job_1", to, new ProgressBook.Done(acknowledged, withdrawn, 0, 0, outstanding));
  }

  private void begin(Long... bytes) {
    harness.helloAll();
    harness.produced(1, "job_1", bytes);
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      harness.placed(1, "job_1", reducer, "B");
    }
  }

  @Test
  void oneTakesItsBytesAlong() {
    begin(100L, 100L);
    told("B", 100, 0, 100);
    harness.placed(1, "job_1", 0, "C");
    told("B", 100, 50, 50); // half of each was sent, and the rest of the moved reducer's bytes is withdrawn
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 50.0, "job_1:AC", 100.0));
    told("B", 150, 50, 0);
    told("C", 60, 0, 40);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AC", 40.0));
  }

  @Test
  void whatWasWithdrawnIsOnesOwn() {
    begin(1_000L, 1_000L);
    told("B", 0, 0, 2_000);
    harness.placed(2, "job_1", 0, "C");
    told("B", 0, 1_000, 1_000);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 1_000.0, "job_1:AC", 1_000.0));
  }

  @Test
  void oneFindsWhatWasSentWhenItComesBack() {
    begin(100L, 100L);
    told("B", 200, 0, 0);
    for (int turn = 0; turn < 5; turn++) {
      harness.placed(2, "job_1", 0, "C");
      harness.placed(1, "job_1", 0, "B");
    }
    told("C", 0, 100, 0);
    harness.round();
    assertThat(harness.demands()).as("all has been sent, and nobody will send it again unless a reader asks").isEmpty();
  }

  @Test
  void whatOneWasServedByTheStockPathIsNotTheOthers() {
    harness.helloAll();
    harness.carried(1, "job_1", List.of(), 1_000L, 1_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "B");
    told("B", 0, 1_000, 0);
    harness.placed(2, "job_1", 0, "C");
    harness.carried(1, "job_1", List.of("B", "C"), 1_000L, 1_000L);
    told("C", 1_000, 0, 0);
    harness.round();
    assertThat(harness.demands()).isEmpty();
  }

  @Test
  void ofSeveralSlicesEachHasWhatItHas() {
    Harness slices = new Harness(new Slices(2));
    slices.hello(1, "A", "one", 0);
    slices.hello(2, "A", "two", 1);
    slices.hello(3, "B", "b", 0);
    slices.hello(4, "B", "b", 1);
    slices.produced(1, "job_1", 1_000L, 1_000L);
    slices.produced(2, "job_1", 0L, 5_000L);
    slices.placed(3, "job_1", 0, "B");
    slices.progress(1, "job_1", "B", new ProgressBook.Done(1_000, 0, 0, 0, 0));
    slices.placed(3, "job_1", 0, "C");
    slices.placed(3, "job_1", 1, "B");
    slices.progress(1, "job_1", "B", new ProgressBook.Done(1_000, 0, 0, 0, 1_000));
    slices.round();
    assertThat(slices.ratesOf(1).get("job_1>B")).as("1,000 bytes for reducer 1").isNotEmpty();
  }

  @Test
  void onlyWhatIsAskedForCountsWhereSendersWaitForThat() {
    harness.helloAll();
    harness.onDemand(1, "job_1", 100L, 100L);
    harness.placed(1, "job_1", 0, "B");
    harness.progress(1, "job_1", "B", 40, 0, 30);
    harness.placed(2, "job_1", 0, "C");
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 30.0));
  }

  @Test
  void theLastWordIsTheSameForAll() {
    harness.helloAll();
    harness.produced(1, "job_1", 1_000L);
    harness.produced(3, "job_1", 1_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(3, "job_1", 0, "A"); // A's report has not yet reached C
    assertThat(List.of(1L, 3L)).allSatisfy(agent -> assertThat(harness.to(agent)).last()
        .satisfies(message -> assertThat(message.getPlacement().getSiteByReducerMap()).isEqualTo(Map.of(0, "A"))));
  }

  @Test
  void whatEndedBeforeItWasHeardOfHasEnded() {
    harness.helloAll();
    harness.ended(2, "job_1");
    harness.produced(1, "job_1", 1_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.round();
    assertThat(harness.demands()).isEmpty();
    assertThat(harness.to(1)).anyMatch(message -> message.getEnded().getShuffle().equals("job_1"));
  }
}
