package dev.terra.testbed.hive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Runs queries one after another in one session. A query that fails does not keep the next ones from running. It tells when each begins and
 * ends, and between that prints the server's log of it.
 */
public final class StreamClient {
  private StreamClient() {}

  /**
   * Arguments: JDBC URL, and a file of JSON with {@code statements} that are run first, {@code queries}, each with {@code name} and
   * {@code sql}, and {@code rows}, the folder for results: a file for each query.
   */
  public static void main(String[] arguments) throws Exception {
    JsonNode plan = new ObjectMapper().readTree(Path.of(arguments[1]).toFile());
    Path rows = Files.createDirectories(Path.of(plan.path("rows").asText()));
    try (HiveSession session = HiveSession.open(arguments[0])) {
      for (JsonNode statement : plan.path("statements")) {
        session.run(statement.asText(), new StringBuilder());
      }
      for (JsonNode query : plan.path("queries")) {
        run(session, query.path("name").asText(), query.path("sql").asText(), rows);
      }
    }
  }

  private static void run(HiveSession session, String name, String sql, Path folder) throws Exception {
    System.out.println("query " + name + " begins");
    long start = System.nanoTime();
    try {
      Path unfinished = folder.resolve(name + ".unfinished");
      long rows;
      try (BufferedWriter out = Files.newBufferedWriter(unfinished)) {
        rows = session.run(sql, out);
      }
      Files.move(unfinished, folder.resolve(name));
      System.out.println(String.format(Locale.ROOT, "query %s took %.3f s, %d rows", name, (System.nanoTime() - start) / 1e9, rows));
    } catch (SQLException e) {
      System.out.println("query " + name + " failed: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }
}
