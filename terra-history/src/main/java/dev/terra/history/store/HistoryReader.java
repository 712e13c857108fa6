package dev.terra.history.store;

import dev.terra.controller.view.AgentSession;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.RecurringState;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.failure.Failures;
import dev.terra.core.recurring.CostWeights;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/** Reads a history, whether it is being written or not. Each query has a connection of its own, so it can be used by any thread. */
public final class HistoryReader {
  /** The most stretches in one answer. If a query needs more, its stretches become longer. */
  public static final int MOST_STRETCHES = 2_000;
  /** The most rows in one answer. */
  public static final int MOST_ROWS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(HistoryReader.class);

  private final Path file;

  HistoryReader(Path file) {
    this.file = file;
  }

  /**
   * Which rows a query returns.
   *
   * @param fromMillis rows at this time or later, in milliseconds since 1970
   * @param toMillis rows before this time
   * @param offset the number of rows to skip
   * @param limit the number of rows to return, at most {@link #MOST_ROWS}
   * @param newestFirst whether the newest row comes first; otherwise, the oldest does
   */
  public record Query(long fromMillis, long toMillis, long offset, int limit, boolean newestFirst) {
    /** Checks the ranges. */
    public Query {
      if (limit < 1 || limit > MOST_ROWS || offset < 0) {
        throw new IllegalArgumentException(
            "expected an offset of 0 and more, and a limit of 1 to " + MOST_ROWS + ", got " + offset + " and " + limit);
      }
    }
  }

  /** A part of the rows, and how many there are in all. */
  public record Rows<T>(List<T> items, long total) {}

  /** The names of links, and stretches with figures in the order of these names. */
  public record LinkHistory(List<String> names, List<LinkUse> stretches) {}

  /** The time that the history covers; null values if it is empty. */
  public record Extent(@Nullable Long oldestMillis, @Nullable Long newestMillis) {}

  /** Returns the time that the history covers. */
  public Extent extent() throws HistoryException {
    return ask("SELECT min(at), max(at) FROM (SELECT min(at) AS at FROM rounds UNION ALL SELECT max(at) FROM rounds "
        + "UNION ALL SELECT min(at) FROM event UNION ALL SELECT max(at) FROM event "
        + "UNION ALL SELECT min(at) FROM link_use UNION ALL SELECT max(at) FROM link_use)",
        result -> new Extent(nullable(result, 1), nullable(result, 2))).get(0);
  }

  /** Returns events, only those of a kind, severity or target where one is given. */
  public Rows<StoredEvent> events(Query query, @Nullable String kind, @Nullable String severity, @Nullable String target)
      throws HistoryException {
    String where = " FROM event WHERE at >= ? AND at < ? AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR severity = ?4) "
        + "AND (?5 IS NULL OR target = ?5)";
    @Nullable Object[] values = {query.fromMillis(), query.toMillis(), kind, severity, target};
    return rows(query, "at, session, number, kind, severity, target, detail", where, "at %1$s, number %1$s", values, result ->
        new StoredEvent(result.getLong(1), result.getString(2), result.getLong(3), result.getString(4), result.getString(5),
            result.getString(6), result.getString(7)));
  }

  /** Returns the shuffles that ended in the query's time, only those of a job if one is given. */
  public Rows<StoredShuffle> shuffles(Query query, @Nullable String job) throws HistoryException {
    String where = " FROM shuffle WHERE ended_at >= ? AND ended_at < ? AND (?3 IS NULL OR job = ?3 OR id = ?3)";
    @Nullable Object[] values = {query.fromMillis(), query.toMillis(), job};
    return rows(query, "session, id, job, queue, arrived_at, started_at, finished_at, ended_at, gamma_seconds, weight, priority, "
        + "produced_bytes, expected_bytes, done_bytes, failure", where, "ended_at %1$s, id %1$s", values, result ->
        new StoredShuffle(result.getString(1), result.getString(2), result.getString(3), Optional.ofNullable(result.getString(4)),
            result.getLong(5), nullable(result, 6), nullable(result, 7), result.getLong(8), result.getDouble(9), result.getDouble(10),
            result.getInt(11), result.getLong(12), result.getLong(13), result.getLong(14),
            Optional.ofNullable(result.getString(15))));
  }

  /**
   * Gives the consumer the costs of the shuffles that ended in a time, by path, in the order of their ends. Rows that cannot be read
   * are left out.
   */
  public void costs(long fromMillis, long toMillis, Consumer<StoredCost> each) throws HistoryException {
    ask("SELECT ended_at, shuffle, queue, job, path, bytes, links, cheapest_usd FROM path_cost WHERE ended_at >= ? AND ended_at < ? "
        + "ORDER BY ended_at", result -> {
          try {
            each.accept(new StoredCost(result.getLong(1), result.getString(2), Optional.ofNullable(result.getString(3)),
                result.getString(4), CostText.read(result.getString(5), result.getLong(6), result.getString(7), result.getDouble(8))));
          } catch (IllegalArgumentException e) {
            LOG.warn("history: a row of costs of {} is left out: {}", result.getString(2), Failures.inWords(e));
          }
          return 0;
        }, fromMillis, toMillis);
  }

  /** Returns how much agents worked on the days that began in a time, ordered by day and site. */
  public List<SiteWork> work(long fromMillis, long toMillis) throws HistoryException {
    return ask("SELECT day, site, sum(micros), sum(usd), sum(joules), sum(grams) FROM agent_work WHERE day >= ? AND day < ? "
        + "GROUP BY day, site ORDER BY day, site", result -> new SiteWork(result.getLong(1), new SiteId(result.getString(2)),
            new WorkCost(result.getLong(3), result.getDouble(4), result.getDouble(5), result.getDouble(6))), fromMillis, toMillis);
  }

  /** Returns what an agent had counted in a session when its work was last written, in microseconds; 0 if nothing was written. */
  public long countedMicros(AgentSession session) throws HistoryException {
    return ask("SELECT max(counted_micros) FROM agent_work WHERE site = ? AND session = ?", result -> result.getLong(1),
        session.site().name(), session.number()).get(0);
  }

  /**
   * Returns the state of recurring jobs, in the order of their last runs, the latest at the end. Rows that cannot be read are left
   * out.
   */
  public List<RecurringState> recurring() throws HistoryException {
    List<RecurringState> jobs = new ArrayList<>();
    ask("SELECT user, queue, name, choices, usual, eta, per_second, explored, results, runs, returned, restarts, saved FROM recurring "
        + "ORDER BY place", result -> {
          try {
            jobs.add(recurring(result));
          } catch (IllegalArgumentException e) {
            LOG.warn("history: what is known of the recurring job {} is left out: {}", result.getString(3), Failures.inWords(e));
          }
          return 0;
        });
    return jobs;
  }

  private static RecurringState recurring(ResultSet result) throws SQLException {
    return new RecurringState(new JobPattern(result.getString(1), result.getString(2), result.getString(3)),
        new RecurringState.Grid(RecurringText.choices(result.getString(4)), result.getInt(5)),
        new CostWeights(result.getDouble(6), result.getDouble(7)),
        new RecurringState.Tried(RecurringText.results(result.getString(8)), RecurringText.results(result.getString(9))),
        new RecurringState.Counts(result.getLong(10), result.getLong(11), result.getLong(12), result.getDouble(13)));
  }

  private <T> Rows<T> rows(Query query, String columns, String where, String order, Object[] values, Row<T> row) throws HistoryException {
    long total = ask("SELECT count(*)" + where, result -> result.getLong(1), values).get(0);
    List<T> items = ask("SELECT " + columns + where + " ORDER BY " + String.format(Locale.ROOT, order, query.newestFirst() ? "DESC" : "ASC")
        + " LIMIT " + query.limit() + " OFFSET " + query.offset(), row, values);
    return new Rows<>(items, total);
  }

  /** Returns rounds by stretches of about the given length, the oldest first. */
  public List<StoredRounds> rounds(long fromMillis, long toMillis, long stepMillis) throws HistoryException {
    long step = step(fromMillis, toMillis, stepMillis);
    List<StoredRounds> rows = ask("SELECT at, span, epoch, rounds, failed, sum_millis, max_millis, shuffles, bytes_left FROM rounds "
        + "WHERE at >= ? AND at < ? ORDER BY at", Thinning::rounds, fromMillis, toMillis);
    return Stretches.group(rows, StoredRounds::atMillis, row -> 0L, step).stream()
        .map(group -> group.stream().reduce(StoredRounds::and).orElseThrow()).toList();
  }

  /**
   * Returns the use of links by stretches of about the given length, the oldest first. Links that the newest row does not have are
   * left out.
   */
  public LinkHistory links(long fromMillis, long toMillis, long stepMillis) throws HistoryException {
    long step = step(fromMillis, toMillis, stepMillis);
    List<String> texts = ask("SELECT n.names FROM link_names n JOIN link_use u ON u.names = n.id WHERE u.at >= ? AND u.at < ? "
        + "ORDER BY u.at DESC LIMIT 1", result -> result.getString(1), fromMillis, toMillis);
    if (texts.isEmpty()) {
      return new LinkHistory(List.of(), List.of());
    }
    List<String> names = LinkNames.split(texts.get(0));
    StretchSum sum = new StretchSum(names, step);
    ask("SELECT u.at, u.span, n.names, u.figures FROM link_use u JOIN link_names n ON u.names = n.id "
        + "WHERE u.at >= ? AND u.at < ? ORDER BY u.at",
        result -> {
          sum.add(result.getString(3), result.getLong(1), result.getInt(2), result.getBytes(4));
          return 0;
        }, fromMillis, toMillis);
    return new LinkHistory(names, sum.stretches());
  }

  private static long step(long fromMillis, long toMillis, long stepMillis) {
    if (toMillis <= fromMillis) {
      throw new IllegalArgumentException("a time ends after it begins");
    }
    long least = -Math.floorDiv(-(toMillis - fromMillis), MOST_STRETCHES);
    return Math.max(Math.max(stepMillis, Retention.FINEST_MILLIS), least);
  }

  private static @Nullable Long nullable(ResultSet result, int column) throws SQLException {
    long value = result.getLong(column);
    return result.wasNull() ? null : value;
  }

  /** Reads one row of an answer. */
  private interface Row<T> {
    T of(ResultSet result) throws SQLException;
  }

  private <T> List<T> ask(String sql, Row<T> row, Object... values) throws HistoryException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(2_000);
    try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(row.of(result));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new HistoryException("the history in " + file + " could not be read: " + Failures.inWords(e), e);
    }
  }
}
