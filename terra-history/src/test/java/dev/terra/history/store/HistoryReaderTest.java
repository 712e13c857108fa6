package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.history.store.HistoryReader.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryReaderTest {
  private static final long START = 1_790_000_000_000L / 3_600_000 * 3_600_000;
  private static final List<String> LINK = List.of("A:B");

  @TempDir
  private Path folder;

  private HistoryStore open() throws HistoryException {
    return HistoryStore.open(folder.resolve("h.db"), Retention.within(Retention.DEFAULT_BYTES), START);
  }

  private static Batch of(List<StoredEvent> events, List<StoredShuffle> shuffles) {
    return new Batch(events, shuffles, Optional.empty(), Optional.empty());
  }

  private static Batch of(StoredRounds rounds, LinkUse use) {
    return new Batch(List.of(), List.of(), Optional.of(rounds), Optional.of(use));
  }

  private static StoredShuffle shuffle(String id, String job, long endMillis) {
    return new StoredShuffle("s", id, job, Optional.empty(), START, null, null, endMillis,
        Double.POSITIVE_INFINITY, 1, 0, 0, 0, 0, Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 0", "0, -5", "0, 1001"})
  void pagesHaveBounds(long offset, int limit) {
    assertThatThrownBy(() -> new Query(0, 1, offset, limit, false)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected an offset of 0 and more, and a limit of 1 to 1000, got " + offset + " and " + limit);
  }

  @Test
  void aHistoryWithoutRowsHasNoExtent() throws HistoryException {
    try (HistoryStore store = open()) {
      HistoryReader reader = store.reader();

      assertThat(reader.extent().oldestMillis()).isNull();
      assertThat(reader.extent().newestMillis()).isNull();
      assertThat(reader.links(START, START + 1, 1_000).names()).isEmpty();
      assertThat(reader.rounds(START, START + 1, 1_000)).isEmpty();
    }
  }

  @Test
  void shufflesAreFoundByTheirJobOrTheirId() throws HistoryException {
    try (HistoryStore store = open()) {
      store.write(of(List.of(), List.of(shuffle("x/1", "x", START + 1), shuffle("x/2", "x", START + 2), shuffle("y", "y", START + 3))),
          LINK);
      Query all = new Query(0, Long.MAX_VALUE, 0, 10, true);

      assertThat(store.reader().shuffles(all, "x").items()).extracting(StoredShuffle::id).containsExactly("x/2", "x/1");
      assertThat(store.reader().shuffles(all, "x/1").items()).extracting(StoredShuffle::id).containsExactly("x/1");
      assertThat(store.reader().shuffles(all, null).total()).isEqualTo(3);
      assertThat(store.reader().shuffles(all, "z").items()).isEmpty();
      assertThat(store.reader().shuffles(new Query(START + 2, START + 3, 0, 10, true), null).items()).extracting(StoredShuffle::id)
          .as("ended at the first moment, and before the last").containsExactly("x/2");
    }
  }

  @Test
  void aGammaWithoutAPathAndMissingTimesAreReadAsTheyWere() throws HistoryException {
    StoredShuffle shuffle = shuffle("x", "x", START + 1);
    try (HistoryStore store = open()) {
      store.write(of(List.of(), List.of(shuffle)), LINK);

      assertThat(store.reader().shuffles(new Query(0, Long.MAX_VALUE, 0, 1, false), null).items()).containsExactly(shuffle);
    }
  }

  @Test
  void eventsOfOneMomentAreInTheOrderOfTheirNumbers() throws HistoryException {
    List<StoredEvent> events = IntStream.rangeClosed(1, 5)
        .mapToObj(i -> new StoredEvent(START, "s", i, "link-up", "info", "'; DROP TABLE event; --", "detail")).toList();
    try (HistoryStore store = open()) {
      store.write(of(events, List.of()), LINK);
      HistoryReader reader = store.reader();

      assertThat(reader.events(new Query(0, Long.MAX_VALUE, 0, 10, false), null, null, "'; DROP TABLE event; --").items())
          .isEqualTo(events);
      assertThat(reader.events(new Query(0, Long.MAX_VALUE, 1, 2, true), null, null, null).items()).extracting(StoredEvent::number)
          .containsExactly(4L, 3L);
    }
  }

  @Test
  void aLongTimeIsAnsweredInFewStretches() throws HistoryException {
    try (HistoryStore store = open()) {
      for (int hour = 0; hour < 50; hour++) {
        long at = START + hour * 3_600_000L;
        store.write(of(new StoredRounds(at, 1_000, hour, 1, 0, 1, 1, 1, 1), LinkUseTest.use(at, 1_000, 1, 1, 0)), LINK);
      }
      long end = START + 50 * 3_600_000L;

      assertThat(store.reader().rounds(START, end, 1)).as("one second is the finest").hasSize(50);
      assertThat(store.reader().rounds(START, end, 10 * 3_600_000L)).hasSizeBetween(5, 6).last()
          .satisfies(row -> assertThat(row.epoch()).isEqualTo(49));
      assertThat(store.reader().links(START, end, 10 * 3_600_000L).stretches()).hasSizeBetween(5, 6);
    }
  }

  @Test
  void aTimeEndsAfterItBegins() throws HistoryException {
    try (HistoryStore store = open()) {
      assertThatThrownBy(() -> store.reader().links(START, START, 1_000)).isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a time ends after it begins");
      assertThatThrownBy(() -> store.reader().rounds(START + 1, START, 1_000)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aFileThatIsNoHistoryIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("broken.db"), "this is no database, and longer than its header would be".repeat(50));

    assertThatThrownBy(() -> new HistoryReader(file).extent()).isInstanceOf(HistoryException.class)
        .hasMessageStartingWith("the history in " + file + " could not be read: ");
  }
}
