package dev.terra.lab.workload;

import dev.terra.lab.workload.QueryResult.Counted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The counters of Tez for each query of a stream, of whole DAGs, from HiveServer2's log. Bytes that Tez did not read
 * from its own node's disks came from other nodes.
 */
final class HiveQueryLog {
  private static final Pattern BEGINS = Pattern.compile("^query (\\S+) begins$");
  private static final Pattern COUNTER = Pattern.compile("([A-Z_]+)\\s*[=:]\\s*(\\d+)\\s*$");
  private static final Pattern REDUCER = Pattern.compile("\\bReducer \\d+\\b");
  /** The text that begins the counters of a DAG. */
  private static final String WHOLE = "counters.DAGCounter";
  /** The text that begins the counters of a vertex, which the DAG's counters include. */
  private static final String PART = "TaskCounter_";

  private final Map<String, Counted> byQuery = new HashMap<>();
  private final Set<String> reducers = new HashSet<>();
  private String query = "";
  private boolean counting;

  private HiveQueryLog() {}

  static Map<String, Counted> read(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return read(lines);
    }
  }

  static Map<String, Counted> read(Stream<String> lines) {
    HiveQueryLog log = new HiveQueryLog();
    for (Iterator<String> each = lines.iterator(); each.hasNext();) {
      log.add(each.next());
    }
    return log.byQuery;
  }

  private void add(String line) {
    Matcher begins = BEGINS.matcher(line);
    if (begins.matches()) {
      query = begins.group(1);
      counting = false;
      reducers.clear();
      return;
    }
    counting = line.contains(WHOLE) || (counting && !line.contains(PART));
    Matcher reducer = REDUCER.matcher(line);
    if (reducer.find() && reducers.add(reducer.group())) {
      count(new Counted(1, 0, 0, 0, 0));
    }
    Matcher counter = COUNTER.matcher(line);
    if (counting && counter.find()) {
      count(counter.group(1), Long.parseLong(counter.group(2)));
    }
  }

  private void count(String name, long value) {
    switch (name) {
      case "SHUFFLE_BYTES" -> count(new Counted(0, value, value, 0, 0));
      case "SHUFFLE_BYTES_DISK_DIRECT" -> count(new Counted(0, 0, -value, 0, 0));
      case "NUM_FAILED_SHUFFLE_INPUTS" -> count(new Counted(0, 0, 0, value, 0));
      case "NUM_FAILED_TASKS", "NUM_KILLED_TASKS" -> count(new Counted(0, 0, 0, 0, value));
      default -> { }
    }
  }

  private void count(Counted counted) {
    byQuery.merge(query, counted, Counted::plus);
  }
}
