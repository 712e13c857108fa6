package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.view.ReaderFigures;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of where map output lies and reducers run, according to agents' reports. */
class ReaderFiguresTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private final ShuffleVolumes volumes = new ShuffleVolumes();

  @Test
  void outputIsKnownBeforeReducersBegin() {
    assertThat(volumes.readers()).isEqualTo(ReaderFigures.NONE);
    volumes.report(A, new long[] {5, 5, 2}, null);
    volumes.report(B, new long[] {1, 1}, null);

    ReaderFigures readers = volumes.readers();
    assertThat(readers.outputBytes()).isEqualTo(Map.of(A, 12L, B, 2L));
    assertThat(readers.count()).isEqualTo(3);
    assertThat(readers.unplaced()).isEqualTo(3);
    assertThat(readers.bytes()).isEqualTo(14);
  }

  @Test
  void reducersThatHaveBegunAreCountedByTheirSites() {
    volumes.report(A, new long[] {5, 5, 2}, null);
    volumes.place(Places.of(Map.of(0, A, 2, B, 9, B)));

    assertThat(volumes.readers().placed()).as("no output has a tenth reducer").isEqualTo(Map.of(A, 1, B, 1));
    assertThat(volumes.readers().unplaced()).isEqualTo(1);
  }

  @Test
  void whatAllSitesReadWholeHasNoReducersToPlace() {
    volumes.report(A, new long[] {5}, null);
    volumes.broadcast(true);

    assertThat(volumes.readers()).isEqualTo(ReaderFigures.NONE);
  }
}
