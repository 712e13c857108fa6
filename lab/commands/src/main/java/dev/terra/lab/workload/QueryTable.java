package dev.terra.lab.workload;

import dev.terra.testbed.ShuffleMode;
import dev.terra.workloads.Suite;
import dev.terra.workloads.query.RowComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Markdown table of stored results: for each query, whether it runs on an engine, its shuffles and its bytes across sites. */
final class QueryTable {
  private static final List<String> ENGINES = List.of("hive", "spark");
  private static final Pattern ASKED = Pattern.compile("(\\w+) (\\w+)-sf.*", Pattern.DOTALL);
  private static final Pattern NUMBER = Pattern.compile("q(\\d+)(\\w*)");
  private static final double MEGA = 1e6;
  private static final String NOT_RUN = " | |";

  /** The order of query numbers: q2 comes before q14a. */
  private static final Comparator<String> BY_NUMBER =
      Comparator.comparingInt(QueryTable::number).thenComparing(Comparator.naturalOrder());

  private final Map<Suite, Map<String, Map<String, String>>> cells = new TreeMap<>();

  private QueryTable() {}

  private static int number(String query) {
    Matcher matcher = NUMBER.matcher(query);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : Integer.MAX_VALUE;
  }

  /**
   * Returns the table of some folders of results.
   *
   * @throws IllegalArgumentException if there are no results in one of them
   */
  static String of(List<Path> folders) throws IOException {
    QueryTable table = new QueryTable();
    for (Path folder : folders) {
      table.add(folder);
    }
    return table.text();
  }

  private void add(Path folder) throws IOException {
    WorkloadResults results = WorkloadResults.at(folder);
    Matcher asked = ASKED.matcher(results.asked());
    if (!asked.matches() || !ENGINES.contains(asked.group(1))) {
      throw new IllegalArgumentException(folder + " has results of something unknown: " + results.asked());
    }
    Map<String, Map<String, String>> ofSuite =
        cells.computeIfAbsent(Suite.named(asked.group(2)), suite -> new TreeMap<>(BY_NUMBER));
    for (Map.Entry<String, List<String>> query : results.queries().entrySet()) {
      ofSuite.computeIfAbsent(query.getKey(), key -> new LinkedHashMap<>())
          .put(asked.group(1), cell(results, query.getKey(), query.getValue()));
    }
  }

  private static String cell(WorkloadResults results, String query, List<String> streams) throws IOException {
    List<String> against = new ArrayList<>();
    for (String stream : streams) {
      problem(results, stream, query).ifPresent(against::add);
    }
    if (!against.isEmpty()) {
      return against.get(0) + " | |";
    }
    QueryResult.Counted counted = results.result(ShuffleMode.TERRA, streams.get(0), query).orElseThrow().counted();
    return String.format(Locale.ROOT, "%d | %.2f |", counted.shuffles(), counted.remoteBytes() / MEGA);
  }

  private static Optional<String> problem(WorkloadResults results, String stream, String query) throws IOException {
    for (ShuffleMode shuffle : ShuffleMode.values()) {
      Optional<QueryResult> result = results.result(shuffle, stream, query);
      if (result.isEmpty()) {
        return Optional.of("not run");
      }
      if (result.get().error() != null) {
        return Optional.of("fails");
      }
    }
    return RowComparison.difference(results.rows(ShuffleMode.STOCK, stream, query), results.rows(ShuffleMode.TERRA, stream, query))
        .map(difference -> "differs");
  }

  private String text() {
    StringBuilder text = new StringBuilder(
        "| query | Hive: shuffles | MB across sites | Spark: shuffles | MB across sites |\n|---|---|---|---|---|\n");
    cells.forEach((suite, queries) -> {
      text.append("| **").append(suite.title()).append("** | | | | |\n");
      queries.forEach((query, engines) -> {
        text.append("| ").append(query).append(" |");
        ENGINES.forEach(engine -> text.append(engines.containsKey(engine) ? " " + engines.get(engine) : NOT_RUN));
        text.append('\n');
      });
    });
    return text.toString();
  }
}
