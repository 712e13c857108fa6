package dev.terra.testbed.hive;

import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the statements of a script against HiveServer2, one after another, in one session. It prints the server's log of them, which
 * holds the jobs' counters, and how long they took; rows go to a file.
 */
public final class QueryClient {
  private QueryClient() {}

  /** Arguments: JDBC URL, script (a resource of this jar), file for the rows. */
  public static void main(String[] arguments) throws Exception {
    List<String> statements = script(arguments[1]);
    Path rows = Path.of(arguments[2]);
    Files.createDirectories(rows.getParent());
    try (HiveSession session = HiveSession.open(arguments[0]); BufferedWriter out = Files.newBufferedWriter(rows)) {
      long start = System.nanoTime();
      for (String text : statements) {
        session.run(text, out);
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
}
