package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.view.AgentSession;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the work of agents in a history's file. */
class StoredWorkTest {
  private static final long START = Instant.parse("2026-07-01T00:00:00Z").toEpochMilli();

  @TempDir
  private Path folder;

  private HistoryStore open() throws HistoryException {
    return HistoryStore.open(folder.resolve("swan.db"), Retention.within(Retention.LEAST_BYTES), START);
  }

  @Test
  void workOfAgentsIsTakenOverAndTwoSitesMayHaveOneSession() throws HistoryException, SQLException {
    AgentSession ofA = new AgentSession(new SiteId("A"), 7);
    AgentSession ofB = new AgentSession(new SiteId("B"), 7);
    try (HistoryStore store = open()) {
      writeWork(store, new StoredWork(START, ofA, 5, new WorkCost(5, 0.5, 0, 0)));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("swan.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE old (session INTEGER NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, site TEXT NOT NULL, "
          + "counted_micros INTEGER NOT NULL, micros INTEGER NOT NULL, usd REAL NOT NULL, joules REAL NOT NULL, grams REAL NOT NULL, "
          + "PRIMARY KEY (session, day)) WITHOUT ROWID");
      statement.execute("INSERT INTO old SELECT * FROM agent_work");
      statement.execute("DROP TABLE agent_work");
      statement.execute("ALTER TABLE old RENAME TO agent_work");
      statement.execute("PRAGMA user_version = 5");
    }
    try (HistoryStore store = open()) {
      assertThat(store.reader().countedMicros(ofA)).as("what was there").isEqualTo(5);
      writeWork(store, new StoredWork(START, ofB, 9, new WorkCost(9, 0, 0, 0)));
      assertThat(store.reader().countedMicros(ofA)).isEqualTo(5);
      assertThat(store.reader().countedMicros(ofB)).isEqualTo(9);
      assertThat(store.reader().work(0, Long.MAX_VALUE)).extracting(work -> work.cost().processorMicros()).containsExactly(5L, 9L);
    }
  }

  private static void writeWork(HistoryStore store, StoredWork work) throws HistoryException {
    store.write(new Batch(List.of(), List.of(), new Batch.Costs(List.of(), List.of(work)), Optional.empty(), Optional.empty()), List.of());
  }
}
