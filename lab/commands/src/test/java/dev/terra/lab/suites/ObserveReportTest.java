package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.lab.suites.ObserveReport.Canary;
import dev.terra.lab.suites.ObserveReport.Observing;
import dev.terra.lab.suites.ObserveReport.Saving;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of when a report is right, and of what else must hold. */
class ObserveReportTest {
  private static final Observing NOTHING_MOVED = new Observing(0, 0, 150);
  private static final Saving RIGHT = new Saving(120, 80, 155, 111);
  private static final Canary ONE_QUEUE = new Canary("root.analysts", 12, 1_000, 1, 0);

  private static List<String> problems(Observing observing, Saving saving, Canary canary, boolean identical) {
    return new ObserveReport("triangle", 1, observing, saving, canary, identical).problems();
  }

  @Test
  void allOfItHolds() {
    assertThat(problems(NOTHING_MOVED, RIGHT, ONE_QUEUE, true)).isEmpty();
  }

  @Test
  void whoObservesMovesNothing() {
    assertThat(problems(new Observing(1, 0, 150), RIGHT, ONE_QUEUE, true)).hasSize(1);
    assertThat(problems(new Observing(0, 1, 150), RIGHT, ONE_QUEUE, true)).hasSize(1);
  }

  @Test
  void theSavingsDifferByAtMostAShareOfTheDemos() {
    assertThat(new Saving(120, 80, 150, 100).error()).isCloseTo(-0.2, within(1e-9));
    assertThat(problems(NOTHING_MOVED, new Saving(120, 80, 150, 100), ONE_QUEUE, true)).hasSize(1);
    assertThat(problems(NOTHING_MOVED, new Saving(120, 60, 150, 100), ONE_QUEUE, true)).hasSize(1);
    assertThat(problems(NOTHING_MOVED, new Saving(120, 74, 150, 104), ONE_QUEUE, true)).isEmpty();
    assertThat(problems(NOTHING_MOVED, new Saving(100, 100, 150, 150), ONE_QUEUE, true)).hasSize(1);
  }

  @Test
  void aCanaryIsOneQueueBesideAnother() {
    assertThat(problems(NOTHING_MOVED, RIGHT, new Canary("q", 12, 1_000, 1, 1), true)).hasSize(1);
    assertThat(problems(NOTHING_MOVED, RIGHT, new Canary("q", 12, 1_000, 0, 0), true)).hasSize(1);
    assertThat(problems(NOTHING_MOVED, RIGHT, new Canary("q", 0, 0, 1, 0), true)).hasSize(1);
  }

  @Test
  void resultsAreTheSame() {
    assertThat(problems(NOTHING_MOVED, RIGHT, ONE_QUEUE, false)).containsExactly("outputs differ");
  }

  @Test
  void itsJsonHasWhatWasSaved() {
    JsonNode json = new ObjectMapper().valueToTree(new ObserveReport("triangle", 1, NOTHING_MOVED, RIGHT, ONE_QUEUE, true));

    assertThat(json.at("/saving/reportSavedSeconds").asDouble()).isEqualTo(40);
    assertThat(json.at("/saving/demoSavedSeconds").asDouble()).isEqualTo(44);
    assertThat(json.at("/observing/redirectedFetches").isIntegralNumber()).isTrue();
  }
}
