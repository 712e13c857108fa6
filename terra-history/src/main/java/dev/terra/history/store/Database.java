package dev.terra.history.store;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;

/** Opens the database. A file that is broken, or of an unknown format, is renamed, and a new file takes its place. */
final class Database {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  /** The version of the tables. SQLite keeps it in the file's head as user_version. */
  static final int FORMAT = 6;
  /** The format without reasons for failed shuffles. Such a file is upgraded. */
  private static final int WITHOUT_REASONS = 1;
  /** The format without costs. Such a file is upgraded. */
  private static final int WITHOUT_COSTS = 2;
  /** The format without the work of agents. Such a file is upgraded. */
  private static final int WITHOUT_WORK = 3;
  /** The format without recurring jobs. Such a file is upgraded. */
  private static final int WITHOUT_RECURRING = 4;
  /** The format in which sessions of agents of two sites cannot have the same number. Such a file is upgraded. */
  private static final int ONE_SITE_A_SESSION = 5;
  private static final int PAGE_BYTES = 4096;
  /** The most pages in the log beside the file before they are written into the file. */
  private static final int LOG_PAGES = 500;
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm");

  private static final String COSTS = "CREATE TABLE path_cost (ended_at INTEGER NOT NULL, shuffle TEXT NOT NULL, path TEXT NOT NULL, "
      + "queue TEXT, job TEXT NOT NULL, bytes INTEGER NOT NULL, cheapest_usd REAL NOT NULL, links TEXT NOT NULL, "
      + "PRIMARY KEY (ended_at, shuffle, path)) WITHOUT ROWID";

  private static final String WORK = "CREATE TABLE agent_work (session INTEGER NOT NULL, day INTEGER NOT NULL, at INTEGER NOT NULL, "
      + "site TEXT NOT NULL, counted_micros INTEGER NOT NULL, micros INTEGER NOT NULL, usd REAL NOT NULL, joules REAL NOT NULL, "
      + "grams REAL NOT NULL, PRIMARY KEY (site, session, day)) WITHOUT ROWID";

  private static final String RECURRING = "CREATE TABLE recurring (place INTEGER PRIMARY KEY, user TEXT NOT NULL, queue TEXT NOT NULL, "
      + "name TEXT NOT NULL, choices TEXT NOT NULL, usual INTEGER NOT NULL, eta REAL NOT NULL, per_second REAL NOT NULL, "
      + "explored TEXT NOT NULL, results TEXT NOT NULL, runs INTEGER NOT NULL, returned INTEGER NOT NULL, restarts INTEGER NOT NULL, "
      + "saved REAL NOT NULL)";

  private static final List<String> TABLES = List.of(
      COSTS,
      WORK,
      RECURRING,
      "CREATE TABLE session (session TEXT PRIMARY KEY, started_at INTEGER NOT NULL, wan TEXT NOT NULL) WITHOUT ROWID",
      "CREATE TABLE link_names (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE)",
      "CREATE TABLE event (at INTEGER NOT NULL, session TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, "
          + "severity TEXT NOT NULL, target TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (at, session, number)) WITHOUT ROWID",
      "CREATE TABLE rounds (at INTEGER PRIMARY KEY, span INTEGER NOT NULL, epoch INTEGER NOT NULL, rounds INTEGER NOT NULL, "
          + "failed INTEGER NOT NULL, sum_millis REAL NOT NULL, max_millis REAL NOT NULL, shuffles INTEGER NOT NULL, "
          + "bytes_left INTEGER NOT NULL)",
      "CREATE TABLE link_use (at INTEGER PRIMARY KEY, span INTEGER NOT NULL, names INTEGER NOT NULL, figures BLOB NOT NULL)",
      "CREATE TABLE shuffle (ended_at INTEGER NOT NULL, session TEXT NOT NULL, id TEXT NOT NULL, job TEXT NOT NULL, queue TEXT, "
          + "arrived_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER, gamma_seconds REAL NOT NULL, weight REAL NOT NULL, "
          + "priority INTEGER NOT NULL, produced_bytes INTEGER NOT NULL, expected_bytes INTEGER NOT NULL, done_bytes INTEGER NOT NULL, "
          + "failure TEXT, PRIMARY KEY (ended_at, session, id)) WITHOUT ROWID");

  private Database() {}

  /** Opens a file for writing, and creates it if it does not exist. */
  static Connection open(Path file, long maxBytes, long nowMillis) throws HistoryException {
    Optional<Connection> opened = tryOpen(file, maxBytes);
    if (opened.isPresent()) {
      return opened.get();
    }
    return renew(file, maxBytes, nowMillis);
  }

  /** Renames a broken file, and opens a new one in its place. */
  static Connection renew(Path file, long maxBytes, long nowMillis) throws HistoryException {
    putAside(file, nowMillis);
    return tryOpen(file, maxBytes)
        .orElseThrow(() -> new HistoryException("a new history in " + file + " is broken at once; is the disk defective?", null));
  }

  /** Opens a file. Returns empty if the file is broken or of another format. */
  private static Optional<Connection> tryOpen(Path file, long maxBytes) throws HistoryException {
    Connection connection = null;
    try {
      connection = connect(file, maxBytes);
      if (prepare(connection)) {
        return Optional.of(connection);
      }
    } catch (SQLException e) {
      if (!isBroken(e)) {
        close(connection);
        throw new HistoryException("cannot keep history in " + file + ": " + Failures.inWords(e), e);
      }
      LOG.debug("{} is broken", file, e);
    }
    close(connection);
    return Optional.empty();
  }

  private static Connection connect(Path file, long maxBytes) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(PAGE_BYTES);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(2_000);
    config.setPragma(SQLiteConfig.Pragma.LIMIT_ATTACHED, "0");
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
      statement.execute("PRAGMA wal_autocheckpoint = " + LOG_PAGES);
      statement.execute("PRAGMA journal_size_limit = " + (long) LOG_PAGES * PAGE_BYTES);
      statement.execute("PRAGMA max_page_count = " + maxBytes / PAGE_BYTES);
    }
    return connection;
  }

  /** Makes the tables of a new file, or upgrades and checks those of an old one. Returns whether the file can be used. */
  private static boolean prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (number(statement, "PRAGMA user_version") == 0 && number(statement, "SELECT count(*) FROM sqlite_schema") == 0) {
        for (String table : TABLES) {
          statement.execute(table);
        }
        statement.execute("PRAGMA user_version = " + FORMAT);
        return true;
      }
      if (number(statement, "PRAGMA user_version") == WITHOUT_REASONS) {
        statement.execute("ALTER TABLE shuffle ADD COLUMN failure TEXT");
        statement.execute("PRAGMA user_version = " + WITHOUT_COSTS);
      }
      if (number(statement, "PRAGMA user_version") == WITHOUT_COSTS) {
        statement.execute(COSTS);
        statement.execute("PRAGMA user_version = " + WITHOUT_WORK);
      }
      if (number(statement, "PRAGMA user_version") == WITHOUT_WORK) {
        statement.execute(WORK);
        statement.execute("PRAGMA user_version = " + WITHOUT_RECURRING);
      }
      if (number(statement, "PRAGMA user_version") == WITHOUT_RECURRING) {
        statement.execute(RECURRING);
        statement.execute("PRAGMA user_version = " + ONE_SITE_A_SESSION);
      }
      if (number(statement, "PRAGMA user_version") == ONE_SITE_A_SESSION) {
        statement.execute("BEGIN");
        statement.execute("ALTER TABLE agent_work RENAME TO old_work");
        statement.execute(WORK);
        statement.execute("INSERT INTO agent_work SELECT * FROM old_work");
        statement.execute("DROP TABLE old_work");
        statement.execute("PRAGMA user_version = " + FORMAT);
        statement.execute("COMMIT");
      }
      if (number(statement, "PRAGMA user_version") != FORMAT) {
        return false;
      }
      try (ResultSet check = statement.executeQuery("PRAGMA quick_check(1)")) {
        return check.next() && "ok".equals(check.getString(1));
      }
    }
  }

  static long number(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  /** Returns whether opening failed for a reason that a new file would not have. */
  private static boolean isBroken(SQLException problem) {
    return isCorrupt(problem) || is(problem, "SQLITE_FORMAT") || is(problem, "SQLITE_ERROR");
  }

  /** Returns whether the file is corrupt, is not a database, or is not the opened file any more. */
  static boolean isCorrupt(SQLException problem) {
    return is(problem, "SQLITE_CORRUPT") || is(problem, "SQLITE_NOTADB") || is(problem, "SQLITE_READONLY_DBMOVED");
  }

  /** Returns whether a failure is of a kind, or of one of its extended kinds. */
  static boolean is(SQLException problem, String kind) {
    return problem instanceof SQLiteException sqlite
        && (sqlite.getResultCode().name().equals(kind) || sqlite.getResultCode().name().startsWith(kind + "_"));
  }

  /** Returns a free name for a broken file, so that no earlier one is overwritten. */
  private static Path asideOf(Path file, long nowMillis) {
    String name = file.getFileName() + ".broken-" + nowMillis;
    Path aside = file.resolveSibling(name);
    for (int more = 2; Files.exists(aside); more++) {
      aside = file.resolveSibling(name + "-" + more);
    }
    return aside;
  }

  private static void putAside(Path file, long nowMillis) throws HistoryException {
    Path aside = asideOf(file, nowMillis);
    try {
      for (String suffix : SUFFIXES) {
        Path part = file.resolveSibling(file.getFileName() + suffix);
        if (Files.exists(part)) {
          Files.move(part, aside.resolveSibling(aside.getFileName() + suffix), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new HistoryException("the history in " + file + " is broken, and cannot be put aside: " + Failures.inWords(e), e);
    }
    LOG.warn("the history in {} cannot be read: it is now {}, and a new one begins. sqlite3 may recover it; else delete it", file, aside);
  }

  /** Closes a connection that may be broken. A failure to close it is only logged. */
  static void close(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.debug("closing a connection failed", e);
      }
    }
  }
}
