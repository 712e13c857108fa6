package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SavedBytesTest {
  private final SavedBytes saved = new SavedBytes();

  private static ShuffleId shuffle(int number) {
    return new ShuffleId("job-" + number);
  }

  @Test
  void whatCrossedForTheFirstReaderIsNotSaved() {
    saved.crossed(shuffle(1), 10);
    saved.served(shuffle(1), 10);
    saved.crossed(shuffle(2), 10);
    assertThat(saved.most()).isEmpty();
    saved.served(shuffle(1), 10);
    assertThat(saved.most()).containsOnly(Map.entry(shuffle(1), 10L));
    saved.end(shuffle(1));
    assertThat(saved.most()).isEmpty();
  }

  @Test
  void theShufflesWithMostAreReported() {
    for (int number = 0; number <= CacheFigures.MOST_SHUFFLES; number++) {
      saved.served(shuffle(number), 1_000 - number);
    }
    assertThat(saved.most()).hasSize(CacheFigures.MOST_SHUFFLES).containsKey(shuffle(0))
        .doesNotContainKey(shuffle(CacheFigures.MOST_SHUFFLES));
  }

  @Test
  void shufflesThatNeverEndAreForgottenInTheirOrder() {
    for (int number = 0; number <= SavedBytes.MOST_KEPT; number++) {
      saved.served(shuffle(number), SavedBytes.MOST_KEPT + 1 - number);
    }
    assertThat(saved.most()).doesNotContainKey(shuffle(0)).containsKey(shuffle(1));
  }
}
