package dev.terra.testbed.hive;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.hive.jdbc.HiveStatement;

/** A session of HiveServer2. It prints the server's log of its statements, which holds the jobs' counters. */
final class HiveSession implements AutoCloseable {
  private static final long LOG_MILLIS = 200;
  private static final long RETRY_MILLIS = 500;
  /** HiveServer2 starts in some seconds on an idle machine. */
  private static final long CONNECT_MILLIS = 180_000;

  private final Connection connection;

  private HiveSession(Connection connection) {
    this.connection = connection;
  }

  /** Waits for a server that is just starting. */
  static HiveSession open(String url) throws Exception {
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    long deadline = System.currentTimeMillis() + CONNECT_MILLIS;
    while (true) {
      try {
        Properties user = new Properties();
        user.setProperty("user", System.getProperty("user.name"));
        return new HiveSession(DriverManager.getConnection(url, user));
      } catch (SQLException e) {
        if (System.currentTimeMillis() > deadline) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  /**
   * Runs a statement and writes its rows, if it has any, one a line, values separated by bars.
   *
   * @return how many rows
   */
  long run(String text, Appendable out) throws Exception {
    try (Statement statement = connection.createStatement()) {
      HiveStatement hive = (HiveStatement) statement;
      Thread log = new Thread(() -> copyLog(hive), "query-log");
      log.setDaemon(true);
      log.start();
      try {
        return hive.execute(text) ? write(hive.getResultSet(), out) : 0;
      } finally {
        log.interrupt();
        log.join();
        printLog(hive);
      }
    }
  }

  private static void copyLog(HiveStatement statement) {
    try {
      while (statement.hasMoreLogs()) {
        printLog(statement);
        Thread.sleep(LOG_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void printLog(HiveStatement statement) {
    try {
      for (String line : statement.getQueryLog(true, 1_000)) {
        System.out.println(line);
      }
    } catch (SQLException e) {
      System.out.println("no more of the server's log: " + e.getMessage());
    }
  }

  private static long write(ResultSet rows, Appendable out) throws SQLException, IOException {
    int columns = rows.getMetaData().getColumnCount();
    long count = 0;
    for (; rows.next(); count++) {
      StringBuilder line = new StringBuilder();
      for (int column = 1; column <= columns; column++) {
        line.append(column == 1 ? "" : "|").append(rows.getString(column));
      }
      out.append(line.append('\n'));
    }
    return count;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
