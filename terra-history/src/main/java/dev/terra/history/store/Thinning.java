package dev.terra.history.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thins out old rows: their stretches become longer, and in the end they are deleted. It runs in the transactions of the store. */
final class Thinning {
  private static final Logger LOG = LoggerFactory.getLogger(Thinning.class);
  /**
   * The most stretches that one call merges. So no call takes long, and what a day without merging has left is merged within some
   * minutes.
   */
  private static final int AT_ONCE = 5_000;
  private static final String ROUNDS = "at, span, epoch, rounds, failed, sum_millis, max_millis, shuffles, bytes_left";
  /** The part of the kept time that is deleted at once, as a divisor. */
  private static final int PARTS = 10;

  private final Connection connection;
  private final Retention retention;

  Thinning(Connection connection, Retention retention) {
    this.connection = connection;
    this.retention = retention;
  }

  void put(StoredRounds row) throws SQLException {
    update("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row.atMillis(), row.spanMillis(), row.epoch(), row.rounds(),
        row.failed(), row.sumMillis(), row.maxMillis(), row.shuffles(), row.bytesLeft());
  }

  void put(LinkUse use, long names) throws SQLException {
    update("INSERT OR REPLACE INTO link_use VALUES (?, ?, ?, ?)", use.atMillis(), use.spanMillis(), names, use.encode());
  }

  private void update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Merges the rows that have reached the age of a step. */
  void merge(long nowMillis) throws SQLException {
    for (Retention.Step step : retention.steps()) {
      long before = Math.floorDiv(nowMillis - step.afterMillis(), step.spanMillis()) * step.spanMillis();
      mergeRounds(step.spanMillis(), before);
      mergeLinks(step.spanMillis(), before);
    }
  }

  private PreparedStatement select(String columns, String table, int span, long before) throws SQLException {
    PreparedStatement query = connection.prepareStatement(
        "SELECT " + columns + " FROM " + table + " WHERE span < ? AND at < ? ORDER BY at LIMIT " + AT_ONCE);
    query.setInt(1, span);
    query.setLong(2, before);
    return query;
  }

  private void mergeRounds(int span, long before) throws SQLException {
    List<StoredRounds> rows = new ArrayList<>();
    try (PreparedStatement query = select(ROUNDS, "rounds", span, before); ResultSet result = query.executeQuery()) {
      while (result.next()) {
        rows.add(rounds(result));
      }
    }
    for (List<StoredRounds> group : Stretches.group(rows, StoredRounds::atMillis, row -> 0L, span)) {
      delete("rounds", group.stream().map(StoredRounds::atMillis).toList());
      StoredRounds sum = group.stream().reduce(StoredRounds::and).orElseThrow();
      put(new StoredRounds(sum.atMillis(), span, sum.epoch(), sum.rounds(), sum.failed(), sum.sumMillis(), sum.maxMillis(), sum.shuffles(),
          sum.bytesLeft()));
    }
  }

  static StoredRounds rounds(ResultSet result) throws SQLException {
    return new StoredRounds(result.getLong(1), result.getInt(2), result.getLong(3), result.getLong(4), result.getLong(5),
        result.getDouble(6), result.getDouble(7), result.getInt(8), result.getLong(9));
  }

  /** Figures of links, with the id of the list of their names. */
  private record Named(long names, LinkUse use) {}

  private void mergeLinks(int span, long before) throws SQLException {
    List<Named> rows = new ArrayList<>();
    List<Long> unreadable = new ArrayList<>();
    String columns = "at, span, names, figures, (SELECT length(n.names) - length(replace(n.names, char(10), '')) + 1 FROM link_names n "
        + "WHERE n.id = link_use.names)";
    try (PreparedStatement query = select(columns, "link_use", span, before); ResultSet result = query.executeQuery()) {
      while (result.next()) {
        try {
          rows.add(new Named(result.getLong(3), LinkUse.decode(result.getLong(1), result.getInt(2), result.getInt(5), result.getBytes(4))));
        } catch (IllegalArgumentException e) {
          unreadable.add(result.getLong(1));
        }
      }
    }
    forget(unreadable);
    for (List<Named> group : Stretches.group(rows, row -> row.use().atMillis(), Named::names, span)) {
      delete("link_use", group.stream().map(row -> row.use().atMillis()).toList());
      LinkUse sum = group.stream().map(Named::use).reduce(LinkUse::and).orElseThrow();
      put(new LinkUse(sum.atMillis(), span, sum.allocated(), sum.capacity(), sum.down(), sum.unknown()), group.get(0).names());
    }
  }

  /** Deletes rows that cannot be read. Each call would find them again, and they would keep the others from being merged. */
  private void forget(List<Long> unreadable) throws SQLException {
    if (!unreadable.isEmpty()) {
      LOG.warn("history: {} rows of links' figures cannot be read, the first of {}; they are deleted, the others stay", unreadable.size(),
          Instant.ofEpochMilli(unreadable.get(0)));
      delete("link_use", unreadable);
    }
  }

  private void delete(String table, List<Long> times) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + table + " WHERE at = ?")) {
      for (long at : times) {
        statement.setLong(1, at);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Deletes the oldest tenth of the time that is kept. Returns whether there was anything to delete. */
  boolean dropOldest() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      String times = "(SELECT at FROM event UNION ALL SELECT at FROM rounds UNION ALL SELECT at FROM link_use UNION ALL "
          + "SELECT ended_at FROM shuffle UNION ALL SELECT ended_at FROM path_cost UNION ALL SELECT at FROM agent_work)";
      long oldest = Database.number(statement, "SELECT min(at) FROM " + times);
      long newest = Database.number(statement, "SELECT max(at) FROM " + times);
      long until = oldest + Math.max(1, (newest - oldest) / PARTS);
      int gone = 0;
      for (String table : List.of("event", "rounds", "link_use", "agent_work")) {
        gone += statement.executeUpdate("DELETE FROM " + table + " WHERE at < " + until);
      }
      gone += statement.executeUpdate("DELETE FROM shuffle WHERE ended_at < " + until);
      gone += statement.executeUpdate("DELETE FROM path_cost WHERE ended_at < " + until);
      statement.executeUpdate("DELETE FROM link_names WHERE id NOT IN (SELECT DISTINCT names FROM link_use)");
      statement.executeUpdate("DELETE FROM session WHERE started_at < " + until
          + " AND session NOT IN (SELECT DISTINCT session FROM event)");
      return gone > 0;
    }
  }
}
