package dev.terra.lab.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The results of queries in the output of a stream's client. */
final class StreamLog {
  private static final Pattern TOOK = Pattern.compile("^query (\\S+) took (\\d+\\.\\d+) s, (\\d+) rows$");
  private static final Pattern FAILED = Pattern.compile("^query (\\S+) failed: (.*)$");

  private StreamLog() {}

  /**
   * The end of a query.
   *
   * @param seconds that it took; 0 if it failed
   */
  record Line(String query, double seconds, long rows, Optional<String> error) {}

  static List<Line> read(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return read(lines);
    }
  }

  static List<Line> read(Stream<String> lines) {
    return lines.flatMap(line -> line(line).stream()).toList();
  }

  private static Optional<Line> line(String text) {
    Matcher took = TOOK.matcher(text);
    if (took.matches()) {
      return Optional.of(new Line(took.group(1), Double.parseDouble(took.group(2)), Long.parseLong(took.group(3)), Optional.empty()));
    }
    Matcher failed = FAILED.matcher(text);
    return failed.matches() ? Optional.of(new Line(failed.group(1), 0, 0, Optional.of(failed.group(2)))) : Optional.empty();
  }
}
