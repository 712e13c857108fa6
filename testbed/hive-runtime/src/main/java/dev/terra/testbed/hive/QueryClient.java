package dev.terra.testbed.hive;

import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.hive.jdbc.HiveStatement;

/**
 * Runs the statements of a script against HiveServer2, one after another, in one session. It prints the server's log of them, which
 * holds the jobs' counters, and how long they took; rows go to a file.
 */
public final class QueryClient {
  private static final long LOG_MILLIS = 200;
  private static final long RETRY_MILLIS = 500;
  /** HiveServer2 starts in some seconds on an idle machine. */
  private static final long CONNECT_MILLIS = 180_000;

  private QueryClient() {}

  /** Arguments: JDBC URL, script (a resource of this jar), file for the rows. */
  public static void main(String[] arguments) throws Exception {
    List<String> statements = script(arguments[1]);
    Path rows = Path.of(arguments[2]);
    Files.createDirectories(rows.getParent());
    try (Connection connection = connect(arguments[0]); BufferedWriter out = Files.newBufferedWriter(rows)) {
      long start = System.nanoTime();
      for (String text : statements) {
        run(connection, text, out);
      }
      System.out.println(String.format(Locale.ROOT, "%s took %.3f s", arguments[1], (System.nanoTime() - start) / 1e9));
    }
  }

  private static List<String> script(String name) throws IOException {
    try (InputStream in = QueryClient.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("no script " + name);
      }
      List<String> statements = new ArrayList<>();
      for (String statement : new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\\s*\n")) {
        if (!statement.isBlank()) {
          statements.add(statement);
        }
      }
      return statements;
    }
  }

  private static Connection connect(String url) throws Exception {
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    long deadline = System.currentTimeMillis() + CONNECT_MILLIS;
    while (true) {
      try {
        Properties user = new Properties();
        user.setProperty("user", System.getProperty("user.name"));
        return DriverManager.getConnection(url, user);
      } catch (SQLException e) {
        if (System.currentTimeMillis() > deadline) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private static void run(Connection connection, String text, BufferedWriter out) throws Exception {
    try (Statement statement = connection.createStatement()) {
      HiveStatement hive = (HiveStatement) statement;
      Thread log = new Thread(() -> copyLog(hive), "query-log");
      log.setDaemon(true);
      log.start();
      try {
        if (hive.execute(text)) {
          write(hive.getResultSet(), out);
        }
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

  private static void write(ResultSet rows, BufferedWriter out) throws SQLException, IOException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      StringBuilder line = new StringBuilder();
      for (int column = 1; column <= columns; column++) {
        line.append(column == 1 ? "" : "|").append(rows.getString(column));
      }
      out.write(line.append('\n').toString());
    }
  }
}
