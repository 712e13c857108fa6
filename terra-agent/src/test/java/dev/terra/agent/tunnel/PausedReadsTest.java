package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when a tunnel's channel is read. Lincheck tests all orders of the two threads' steps, in build/concurrency. */
class PausedReadsTest {
  private final ReadPause pause = new ReadPause();
  private final List<Boolean> reading = new ArrayList<>();

  @Test
  void readsStopAboveTheBoundAndGoOnAtHalfOfIt() {
    pause.handedOver(ReadPause.MAX_BYTES, reading::add);
    assertThat(reading).isEmpty();

    pause.handedOver(1, reading::add);
    assertThat(reading).containsExactly(false);

    pause.handedBack(ReadPause.MAX_BYTES / 2, reading::add);
    assertThat(reading).containsExactly(false);

    pause.handedBack(1, reading::add);
    assertThat(reading).containsExactly(false, true);

    pause.handedBack(ReadPause.MAX_BYTES / 2, reading::add);
    assertThat(reading).as("nothing is paused").containsExactly(false, true);
  }

  @Test
  void readsGoOnWhereTheAgentsThreadIsThroughBeforeTheyStop() {
    pause.handedOver(ReadPause.MAX_BYTES + 1, on -> {
      if (!on) {
        pause.handedBack(ReadPause.MAX_BYTES + 1, reading::add);
      }
      reading.add(on);
    });

    assertThat(reading).endsWith(true);
  }
}
