package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ShuffleStatus;
import dev.terra.controller.core.shuffle.ProgressBook;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompressedBundlesTest {
  private final Harness harness = new Harness();

  @Test
  void whatShrinksOnItsWayIsPlannedByItsBytesOnLinks() {
    harness.helloAll();
    harness.produced(1, "job_1", 0L, 200L);
    harness.placed(1, "job_1", 1, "B");
    harness.progress(1, "job_1", "B", new ProgressBook.Done(20, 0, 0, 0, new ProgressBook.Sender(180, .25, 15, 7)));
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job_1:AB", 45.0));
  }

  @Test
  void whatCompressionSavesAndCostsIsInTheView() {
    harness.helloAll();
    harness.produced(1, "job_1", 0L, 200L);
    harness.placed(1, "job_1", 1, "B");
    harness.progress(1, "job_1", "B", new ProgressBook.Done(20, 0, 0, 0, new ProgressBook.Sender(180, .25, 15, 2_000_000)));
    harness.restored(2, "job_1", 500_000);
    harness.round();
    ShuffleStatus status = harness.status().getShuffles(0);
    assertThat(status.getBundles(0).getSavedBytes()).isEqualTo(15);
    assertThat(status.getBundles(0).getCompressSeconds()).isEqualTo(2);
    assertThat(status.getRestoreSeconds()).isEqualTo(.5);

    harness.restored(3, "job_1", 250_000);
    harness.restored(2, "job_1", 750_000);
    assertThat(harness.status().getShuffles(0).getRestoreSeconds()).as("of all sites, the last word of each").isEqualTo(1);
  }
}
