package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StoredRoundsTest {
  @Test
  void theSumOfTwoStretchesEndsAsTheLaterOne() {
    StoredRounds first = new StoredRounds(0, 1_000, 4, 3, 1, 30, 20, 5, 900);
    StoredRounds later = new StoredRounds(1_000, 2_000, 9, 2, 0, 8, 5, 1, 100);

    assertThat(first.and(later)).isEqualTo(new StoredRounds(0, 3_000, 9, 5, 1, 38, 20, 1, 100));
  }

  @Test
  void theOrderOfSummingUpDoesNotMatter() {
    List<StoredRounds> rows = List.of(new StoredRounds(0, 1, 1, 1, 0, 2, 2, 1, 10), new StoredRounds(1, 2, 2, 4, 2, 8, 7, 2, 20),
        new StoredRounds(3, 4, 3, 0, 0, 0, 0, 3, 30));

    assertThat(rows.get(0).and(rows.get(1)).and(rows.get(2))).isEqualTo(rows.get(0).and(rows.get(1).and(rows.get(2))));
  }
}
