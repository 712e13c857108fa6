package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.AgentSession;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.RecurringState;
import dev.terra.core.cost.PathCost.LinkCost;
import dev.terra.core.cost.PathCost;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.TriedChoice;
import dev.terra.core.wan.SiteId;
import dev.terra.history.store.HistoryReader.LinkHistory;
import dev.terra.history.store.HistoryReader.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryStoreTest {
  /** The time at which the tests start: a full hour, in milliseconds since the epoch. */
  private static final long START = 1_790_000_000_000L / 3_600_000 * 3_600_000;
  private static final List<String> ONE_LINK = List.of("A:B");
  private static final Query ALL = new Query(0, Long.MAX_VALUE, 0, 1_000, false);

  @TempDir
  Path folder;

  private HistoryStore open() throws HistoryException {
    return HistoryStore.open(folder.resolve("deep/swan.db"), Retention.within(Retention.DEFAULT_BYTES), START);
  }

  private static StoredEvent event(long number, String kind) {
    return new StoredEvent(START + number * 1_000, "s1", number, kind, "info", "A::B", "detail " + number);
  }

  private static StoredShuffle shuffle(String id, long endMillis) {
    return new StoredShuffle("s1", id, "job-" + id, Optional.of("etl"), START, START + 1, null, endMillis,
        2.5, 1, -3, 100, 90, 80, Optional.of("its deadline has passed"));
  }

  private static StoredRounds rounds(long atMillis, long count, double maxMillis) {
    return new StoredRounds(atMillis, 1_000, atMillis / 1_000, count, 0, maxMillis * (double) count, maxMillis, 1, 1_000);
  }

  private static Batch batch(long second, float allocated) {
    return new Batch(List.of(), List.of(), Optional.of(rounds(START + second * 1_000, 2, (double) (second % 7))),
        Optional.of(LinkUseTest.use(START + second * 1_000, 1_000, allocated, 1_000, second % 10 == 3 ? 1 : 0)));
  }

  @Test
  void whatIsWrittenOutlivesTheStore() throws HistoryException {
    try (HistoryStore store = open()) {
      store.begin("s1", START, "swan");
      store.write(new Batch(List.of(event(1, "controller-started"), event(2, "link-down")), List.of(shuffle("a", START + 5)),
          Optional.empty(), Optional.empty()), ONE_LINK);
      store.write(batch(3, 500), ONE_LINK);
    }
    try (HistoryStore again = open()) {
      HistoryReader reader = again.reader();
      assertThat(reader.events(ALL, null, null, null).items())
          .containsExactly(event(1, "controller-started"), event(2, "link-down"));
      assertThat(reader.shuffles(ALL, null).items()).containsExactly(shuffle("a", START + 5));
      assertThat(reader.shuffles(ALL, "job-a").total()).isEqualTo(1);
      assertThat(reader.shuffles(ALL, "job-b").total()).isZero();
      assertThat(reader.rounds(START, START + 10_000, 1_000)).containsExactly(rounds(START + 3_000, 2, 3));
      LinkHistory links = reader.links(START, START + 10_000, 1_000);
      assertThat(links.names()).isEqualTo(ONE_LINK);
      assertThat(links.stretches()).singleElement().satisfies(use -> {
        assertThat(use.allocated()[0]).isEqualTo(500);
        assertThat(use.down()[0]).isEqualTo(1);
      });
      assertThat(reader.extent().oldestMillis()).isEqualTo(START + 1_000);
      assertThat(reader.extent().newestMillis()).isEqualTo(START + 3_000);
    }
  }

  @Test
  void rowsAreAskedForByTimeKindAndPage() throws HistoryException {
    try (HistoryStore store = open()) {
      store.write(new Batch(IntStream.rangeClosed(1, 10).mapToObj(i -> event(i, i % 2 == 0 ? "link-up" : "link-down")).toList(),
          List.of(), Optional.empty(), Optional.empty()), ONE_LINK);
      Query some = new Query(START + 2_000, START + 9_000, 1, 2, true);
      HistoryReader.Rows<StoredEvent> rows = store.reader().events(some, "link-up", "info", "A::B");
      assertThat(rows.total()).isEqualTo(4);
      assertThat(rows.items()).containsExactly(event(6, "link-up"), event(4, "link-up"));
      assertThat(store.reader().events(ALL, null, "error", null).items()).isEmpty();
      assertThatThrownBy(() -> new Query(0, 1, 0, 100_000, true)).hasMessageContaining("100000");
    }
  }

  @Test
  void whatIsOldIsMergedAndKeepsItsSums() throws HistoryException {
    try (HistoryStore store = open()) {
      for (int second = 0; second < 1_200; second++) {
        store.write(batch(second, second), ONE_LINK);
      }
      store.thin(START + 1_200_000);
      HistoryReader reader = store.reader();
      List<StoredRounds> rounds = reader.rounds(START, START + 1_200_000, 1_000);
      assertThat(rounds).hasSize(30 + 900);
      assertThat(rounds.get(0)).isEqualTo(new StoredRounds(START, 10_000, START / 1_000 + 9, 20, 0, 2 * (21 + 3), 6, 1, 1_000));
      LinkUse first = reader.links(START, START + 1_200_000, 1_000).stretches().get(0);
      assertThat(first.allocated()[0]).isCloseTo(4.5f, within(1e-4f));
      assertThat(first.down()[0]).isCloseTo(0.1f, within(0.003f));

      store.thin(START + 8 * 3_600_000L);
      assertThat(reader.rounds(START, START + 1_200_000, 1_000)).hasSize(20)
          .allSatisfy(row -> assertThat(row.rounds()).isEqualTo(120));
      assertThat(reader.rounds(START, START + 1_200_000, 600_000)).hasSize(2);
      assertThat(reader.links(START, START + 1_200_000, 600_000).stretches()).hasSize(2);
    }
  }

  @Test
  void linksThatComeAndGoHaveTheirOwnFigures() throws HistoryException {
    try (HistoryStore store = open()) {
      store.write(batch(1, 10), ONE_LINK);
      LinkUse two = new LinkUse(START + 2_000, 1_000, new float[] {5, 20}, new float[] {50, 200}, new float[2], new float[2]);
      store.write(new Batch(List.of(), List.of(), Optional.empty(), Optional.of(two)), List.of("B:C", "A:B"));

      LinkHistory links = store.reader().links(START, START + 5_000, 1_000);

      assertThat(links.names()).containsExactly("B:C", "A:B");
      assertThat(links.stretches()).extracting(use -> use.allocated()[1]).containsExactly(10f, 20f);
      assertThat(links.stretches()).extracting(use -> use.unknown()[0]).containsExactly(1f, 0f);
    }
  }

  /** Months of a WAN of 1,250 links, whose figures do not repeat, are written, and the file stays within its bound. */
  @Test
  void theFileStaysWithinItsBound() throws HistoryException, IOException {
    Path file = folder.resolve("big.db");
    Retention small = Retention.within(Retention.LEAST_BYTES);
    List<String> names = IntStream.range(0, 1_250).mapToObj(i -> "site-" + i + "->site-" + (i + 1)).toList();
    Random random = new Random(1);
    long second = 0;
    try (HistoryStore store = HistoryStore.open(file, small, START)) {
      for (int i = 0; i < 1_500; i++) {
        second += 20;
        LinkUse use = new LinkUse(START + second * 1_000, 1_000, new float[1_250], new float[1_250], new float[1_250], new float[1_250]);
        for (int link = 0; link < 1_250; link++) {
          use.allocated()[link] = random.nextFloat();
          use.capacity()[link] = random.nextFloat();
        }
        List<StoredShuffle> ended = List.of(shuffle("s" + i, START + second * 1_000));
        StoredWork work = new StoredWork(START + second * 1_000, new AgentSession(new SiteId("A"), i), 5, new WorkCost(5, 0, 0, 0));
        store.write(new Batch(List.of(event(i, "link-up")), ended, new Batch.Costs(List.of(), List.of(work)), Optional.empty(),
            Optional.of(use)), names);
        if (i % 50 == 0) {
          store.thin(START + second * 1_000);
        }
      }
      assertThat(bytesBeside(file)).isLessThanOrEqualTo(small.maxBytes());
      List<LinkUse> kept = store.reader().links(START, START + second * 1_000 + 1, 1_000).stretches();
      assertThat(kept).hasSizeGreaterThan(100);
      assertThat(store.reader().countedMicros(new AgentSession(new SiteId("A"), 0))).as("the oldest agent's work is gone").isZero();
      assertThat(store.reader().countedMicros(new AgentSession(new SiteId("A"), 1_499))).isEqualTo(5);
      assertThat(kept.get(kept.size() - 1).atMillis()).as("the newest is there").isEqualTo(START + second * 1_000);
    }
  }

  private static long bytesBeside(Path file) throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files.mapToLong(each -> each.toFile().length()).sum();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no database at all, but long enough to look like one", ""})
  void whatIsNoDatabaseIsPutAside(String content) throws HistoryException, IOException {
    Path file = Files.createDirectories(folder.resolve("deep")).resolve("swan.db");
    Files.writeString(file, content.repeat(200));
    try (HistoryStore store = open()) {
      store.write(batch(1, 1), ONE_LINK);
      assertThat(store.reader().rounds(START, START + 10_000, 1_000)).hasSize(1);
    }
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files.map(each -> each.getFileName().toString()).filter(name -> name.startsWith("swan.db.broken-")))
          .hasSize(content.isEmpty() ? 0 : 1);
    }
  }

  @Test
  void aDatabaseWithBrokenPagesIsPutAside() throws HistoryException, IOException {
    Path file = folder.resolve("deep/swan.db");
    try (HistoryStore store = open()) {
      for (int second = 0; second < 500; second++) {
        store.write(batch(second, second), ONE_LINK);
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 4_096; at < bytes.length; at++) {
      bytes[at] ^= 0x55;
    }
    Files.write(file, bytes);
    try (HistoryStore store = open()) {
      assertThat(store.reader().rounds(START, START + 1_000_000, 1_000)).isEmpty();
    }
    assertThat(folder.resolve("deep/swan.db.broken-" + START)).exists();
  }

  @Test
  void aFileOfTheFormatBeforeIsTakenOver() throws HistoryException, SQLException {
    try (HistoryStore store = open()) {
      store.write(batch(1, 1), ONE_LINK);
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("deep/swan.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE shuffle DROP COLUMN failure");
      statement.execute("DROP TABLE path_cost");
      statement.execute("DROP TABLE agent_work");
      statement.execute("DROP TABLE recurring");
      statement.execute("PRAGMA user_version = 1");
    }
    try (HistoryStore store = open()) {
      StoredShuffle failed = shuffle("a", START + 5);
      store.write(new Batch(List.of(), List.of(failed), Optional.empty(), Optional.empty()), ONE_LINK);
      assertThat(store.reader().rounds(START, START + 10_000, 1_000)).as("what was there").hasSize(1);
      assertThat(store.reader().shuffles(new HistoryReader.Query(START, START + 10, 0, 10, false), null).items())
          .containsExactly(failed);
    }
  }

  @Test
  void costsAreReadAsTheyWereWritten() throws HistoryException {
    PathCost around = new PathCost(dev.terra.core.wan.Path.of("A", "C", "B"), 100,
        ImmutableList.of(new LinkCost(0.1 + 0.2, 10, 1e-9), new LinkCost(3, 0, 2)), 4);
    StoredCost first = new StoredCost(START + 5, "s1", Optional.of("etl"), "job_1", around);
    StoredCost later = new StoredCost(START + 9_000, "s2", Optional.empty(), "job_2", around);
    try (HistoryStore store = open()) {
      store.write(new Batch(List.of(), List.of(), new Batch.Costs(List.of(later, first), List.of()), Optional.empty(), Optional.empty()),
          ONE_LINK);
      List<StoredCost> read = new ArrayList<>();
      store.reader().costs(START, START + 10_000, read::add);
      assertThat(read).containsExactly(first, later);
      read.clear();
      store.reader().costs(START, START + 9_000, read::add);
      assertThat(read).containsExactly(first);
    }
  }

  private static RecurringState recurring(String name) {
    return new RecurringState(new JobPattern("ann", "etl", name),
        new RecurringState.Grid(
            ImmutableList.of(new KnobChoice(true, 0.1 + 0.2), new KnobChoice(false, Double.POSITIVE_INFINITY)), 1),
        new CostWeights(0.25, 1e-4),
        new RecurringState.Tried(ImmutableList.of(new TriedChoice(1, 3, true)),
            ImmutableList.of(new TriedChoice(1, 3, true), new TriedChoice(0, 0.1, false))),
        new RecurringState.Counts(9, 2, 1, -0.5));
  }

  @Test
  void recurringJobsAreReadAsTheyWereWritten() throws HistoryException {
    try (HistoryStore store = open()) {
      assertThat(store.reader().recurring()).isEmpty();
      store.writeRecurring(List.of(recurring("b '#'"), recurring("a")));
    }
    try (HistoryStore store = open()) {
      assertThat(store.reader().recurring()).containsExactly(recurring("b '#'"), recurring("a"));
      store.writeRecurring(List.of(recurring("c")));
      assertThat(store.reader().recurring()).containsExactly(recurring("c"));
    }
  }

  @Test
  void aRecurringJobThatCannotBeReadIsLeftOut() throws HistoryException, SQLException {
    try (HistoryStore store = open()) {
      store.writeRecurring(List.of(recurring("a"), recurring("b"), recurring("c"), recurring("d")));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("deep/swan.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE recurring SET results = '7/1.0/true' WHERE name = 'a'");
      statement.execute("UPDATE recurring SET choices = 'on' WHERE name = 'b'");
      statement.execute("UPDATE recurring SET eta = 2 WHERE name = 'd'");
    }
    try (HistoryStore store = open()) {
      assertThat(store.reader().recurring()).containsExactly(recurring("c"));
    }
  }

  @Test
  void aFileWithoutRecurringJobsIsTakenOver() throws HistoryException, SQLException {
    try (HistoryStore store = open()) {
      store.write(batch(1, 1), ONE_LINK);
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("deep/swan.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE recurring");
      statement.execute("PRAGMA user_version = 4");
    }
    try (HistoryStore store = open()) {
      store.writeRecurring(List.of(recurring("a")));
      assertThat(store.reader().recurring()).containsExactly(recurring("a"));
      assertThat(store.reader().rounds(START, START + 10_000, 1_000)).as("what was there").hasSize(1);
    }
  }

  @Test
  void twoDoNotWriteTheSameFile() throws HistoryException {
    try (HistoryStore store = open()) {
      assertThat(store.bytes()).isPositive();
      assertThatThrownBy(this::open).isInstanceOf(HistoryException.class)
          .hasMessageContaining("another controller").hasMessageContaining("'off'");
    }
    open().close();
  }

  @Test
  void whereNothingCanBeWrittenTheFileIsNamed() throws IOException {
    Path occupied = Files.writeString(folder.resolve("occupied"), "a file");
    assertThatThrownBy(() -> HistoryStore.open(occupied.resolve("swan.db"), Retention.within(Retention.DEFAULT_BYTES), START))
        .isInstanceOf(HistoryException.class).hasMessageContaining(occupied.toString());
  }

  private void inFile(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("deep/swan.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aRowThatCannotBeReadIsLeftOutAndHistoryGoesOn() throws HistoryException, SQLException {
    try (HistoryStore store = open()) {
      for (int second = 0; second < 100; second++) {
        store.write(batch(second, 10), ONE_LINK);
      }
      inFile("UPDATE link_use SET figures = x'00' WHERE at = " + (START + 5_000));
      assertThat(store.reader().links(START, START + 100_000, 1_000).stretches()).hasSize(99);

      store.thin(START + 1_200_000);
      store.write(batch(1_200, 20), ONE_LINK);

      assertThat(store.reader().links(START, START + 2_000_000, 1_000).stretches()).hasSize(11);
      assertThat(store.reader().rounds(START, START + 2_000_000, 1_000)).hasSize(11);
    }
  }

  @Test
  void aWriteThatFailsLeavesNeitherATransactionNorNames() throws HistoryException {
    LinkUse none = new LinkUse(START, 1_000, null, null, null, null);
    List<String> others = List.of("C:D");
    try (HistoryStore store = open()) {
      assertThatThrownBy(() -> store.write(new Batch(List.of(), List.of(), Optional.empty(), Optional.of(none)), ONE_LINK))
          .isInstanceOf(NullPointerException.class);
      store.write(batch(1, 10), others);
      store.write(batch(2, 20), ONE_LINK);

      assertThat(store.reader().links(START, START + 2_000, 1_000).names()).isEqualTo(others);
      assertThat(store.reader().links(START + 2_000, START + 3_000, 1_000).names()).isEqualTo(ONE_LINK);
    }
  }

  @Test
  void aRowThatTheFileRefusesKeepsNoOtherOut() throws HistoryException {
    StoredShuffle noNumber = new StoredShuffle("s1", "nan", "job", Optional.empty(), START, null, null,
        START + 1, Double.NaN, 1, 0, 1, 1, 1, Optional.empty());
    try (HistoryStore store = open()) {
      store.write(new Batch(List.of(event(1, "link-up")), List.of(noNumber, shuffle("a", START + 5)), Optional.empty(), Optional.empty()),
          ONE_LINK);

      assertThat(store.reader().shuffles(ALL, null).items()).containsExactly(shuffle("a", START + 5));
      assertThat(store.reader().events(ALL, null, null, null).total()).isEqualTo(1);
    }
  }

  @Test
  void aFileThatBreaksWhileItIsWrittenIsPutAside() throws HistoryException, IOException {
    Path file = folder.resolve("deep/swan.db");
    try (HistoryStore store = open()) {
      store.begin("s1", START, "swan");
      for (int second = 0; second < 500; second++) {
        store.write(batch(second, second), ONE_LINK);
      }
      String much = "x".repeat(100_000); // all events together are more than SQLite holds in memory
      for (int number = 0; number < 100; number++) {
        StoredEvent large = new StoredEvent(START + number, "s1", number, "link-up", "info", "A-B", much);
        store.write(new Batch(List.of(large), List.of(), Optional.empty(), Optional.empty()), ONE_LINK);
      }
      Files.write(folder.resolve("deep/swan.db-wal"), new byte[0]);
      byte[] bytes = Files.readAllBytes(file);
      Arrays.fill(bytes, 0, bytes.length, (byte) 0x55);
      Files.write(file, bytes, StandardOpenOption.WRITE);
      store.thin(START + 3_999_000);
      store.write(batch(3_999, 1), ONE_LINK);
      assertThat(store.reader().rounds(START + 3_999_000, START + 4_000_000, 1_000)).hasSize(1);
    }
    assertThat(folder.resolve("deep/swan.db.broken-" + START)).exists();
  }

  /** Another program may read the file and lock it for a while. */
  @Test
  void whereTheFileIsLockedAWriteFailsAndTheNextOneDoesNot() throws HistoryException, SQLException {
    try (HistoryStore store = open()) {
      store.write(batch(1, 1), ONE_LINK);
      try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("deep/swan.db"));
          Statement lock = other.createStatement()) {
        lock.execute("BEGIN IMMEDIATE");
        assertThatThrownBy(() -> store.write(batch(2, 2), ONE_LINK)).isInstanceOf(HistoryException.class).hasMessageContaining("locked");
        lock.execute("ROLLBACK");
      }
      store.write(batch(3, 3), ONE_LINK);
      assertThat(store.reader().rounds(START, START + 10_000, 1_000)).hasSize(2);
    }
  }
}
