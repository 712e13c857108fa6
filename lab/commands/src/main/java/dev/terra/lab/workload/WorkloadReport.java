package dev.terra.lab.workload;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.workload.QueryResult.Counted;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.report.HtmlReport;
import dev.terra.testbed.ShuffleMode;
import dev.terra.workloads.query.RowComparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The report of a workload.
 *
 * @param suite the name of its results; they are not TPC results
 * @param scale the factor on the topology's capacities
 * @param queries of all streams
 * @param stock the counters of all queries with the stock shuffle; null if it was not run
 * @param terra the counters with Terra; null if it was not run
 * @param bytesByTunnels what readers got from tunnels
 * @param bytesByStockPath what was large enough for tunnels and was fetched directly
 * @param holds whether everything that was requested was run and there are no problems
 * @param problems what does not hold
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WorkloadReport(String suite, String engine, double scaleFactor, String topology, double scale, int streams, List<Query> queries,
    Sums stock, Sums terra, long bytesByTunnels, long bytesByStockPath, boolean holds, List<String> problems) {
  /** The least share of the bytes that are worth a tunnel that tunnels must carry. */
  private static final double BY_TUNNELS = 0.95;
  private static final double MEGA = 1e6;

  /**
   * A query of a stream.
   *
   * @param same whether both shuffles gave the same rows; null if it was not run with both
   */
  record Query(String stream, String query, QueryResult stock, QueryResult terra, Boolean same) {
    private Optional<QueryResult> with(ShuffleMode shuffle) {
      return Optional.ofNullable(shuffle == ShuffleMode.STOCK ? stock : terra);
    }
  }

  /** The sums over all queries with one shuffle. */
  record Sums(int done, int failed, double seconds, long failedFetches, long extraAttempts, long shuffles, long remoteBytes) {
    static Sums of(List<QueryResult> results) {
      List<QueryResult> well = results.stream().filter(result -> result.error() == null).toList();
      return new Sums(well.size(), results.size() - well.size(), well.stream().mapToDouble(QueryResult::seconds).sum(),
          sum(results, Counted::failedFetches), sum(results, Counted::extraAttempts), sum(results, Counted::shuffles),
          sum(results, Counted::remoteBytes));
    }

    private static long sum(List<QueryResult> results, ToLongFunction<Counted> figure) {
      return results.stream().map(QueryResult::counted).mapToLong(figure).sum();
    }
  }

  /** The setting of the run. */
  record Setting(String engine, String topology, double scale, List<ShuffleMode> shuffles) {}

  /** Reads all results and compares them. */
  static WorkloadReport of(WorkloadRequest request, Setting setting, WorkloadResults results) throws IOException {
    List<Query> queries = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, List<String>> stream : WorkloadRun.streams(request).entrySet()) {
      for (String query : stream.getValue()) {
        queries.add(query(stream.getKey(), query, setting, results, problems));
      }
    }
    Sums stock = sums(setting, ShuffleMode.STOCK, queries.stream().flatMap(query -> Optional.ofNullable(query.stock()).stream()).toList());
    Sums terra = sums(setting, ShuffleMode.TERRA, queries.stream().flatMap(query -> Optional.ofNullable(query.terra()).stream()).toList());
    ShuffleTotals totals = results.totals(ShuffleMode.TERRA);
    if (stock != null && terra != null) {
      more("failed fetches", terra.failedFetches, stock.failedFetches, problems);
      more("extra attempts", terra.extraAttempts, stock.extraAttempts, problems);
    }
    long eligible = totals.relayedBytes() + totals.stockBytes();
    if (totals.relayedBytes() < BY_TUNNELS * eligible) {
      problems.add(String.format(Locale.ROOT, "tunnels carried %.1f of %.1f MB", totals.relayedBytes() / MEGA, eligible / MEGA));
    }
    return new WorkloadReport(request.suite().title(), setting.engine, request.scaleFactor(), setting.topology, setting.scale,
        request.streams().count(), queries, stock, terra, totals.relayedBytes(), totals.stockBytes(), problems.isEmpty(), problems);
  }

  private static Sums sums(Setting setting, ShuffleMode shuffle, List<QueryResult> results) {
    return setting.shuffles.contains(shuffle) ? Sums.of(results) : null;
  }

  private static void more(String what, long terra, long stock, List<String> problems) {
    if (terra > stock) {
      problems.add(terra + " " + what + ", stock had " + stock);
    }
  }

  private static Query query(String stream, String query, Setting setting, WorkloadResults results, List<String> problems)
      throws IOException {
    Map<ShuffleMode, QueryResult> both = new EnumMap<>(ShuffleMode.class);
    for (ShuffleMode shuffle : ShuffleMode.values()) {
      Optional<QueryResult> result =
          setting.shuffles.contains(shuffle) ? results.result(shuffle, stream, query) : Optional.<QueryResult>empty();
      String where = stream + " " + query + " with " + shuffle.label();
      if (setting.shuffles.contains(shuffle) && result.isEmpty()) {
        problems.add(where + " was not run");
      }
      result.filter(one -> one.error() != null).ifPresent(one -> problems.add(where + " failed: " + one.error()));
      result.ifPresent(one -> both.put(shuffle, one));
    }
    QueryResult stock = both.get(ShuffleMode.STOCK);
    QueryResult terra = both.get(ShuffleMode.TERRA);
    return new Query(stream, query, stock, terra, same(stream, query, stock, terra, results, problems));
  }

  private static Boolean same(String stream, String query, QueryResult stock, QueryResult terra, WorkloadResults results,
      List<String> problems) throws IOException {
    if (stock == null || terra == null || stock.error() != null || terra.error() != null) {
      return null;
    }
    Optional<String> difference = RowComparison.difference(results.rows(ShuffleMode.STOCK, stream, query),
        results.rows(ShuffleMode.TERRA, stream, query));
    difference.ifPresent(what -> problems.add(stream + " " + query + " differs: " + what));
    return difference.isEmpty();
  }

  /** Returns the report as text. */
  String text() {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%s, %s, scale factor %s, %s, capacities x %.4g%n%n", suite, engine,
        scaleFactor, topology, scale));
    TextTable table = new TextTable(Column.text("stream"), Column.text("query"), Column.number("stock s"), Column.number("terra s"),
        Column.number("ratio"), Column.number("remote MB"), Column.text("rows"));
    queries.forEach(query -> add(table, query));
    text.append(table).append('\n');
    text.append(String.format(Locale.ROOT, "%nby tunnels %.1f MB, directly %.1f MB%n", bytesByTunnels / MEGA, bytesByStockPath / MEGA));
    sums(text, "stock", stock);
    sums(text, "terra", terra);
    problems.forEach(problem -> text.append("problem: ").append(problem).append('\n'));
    return text.append(holds ? "holds" : "DOES NOT HOLD").toString();
  }

  private static void sums(StringBuilder text, String name, Sums sums) {
    if (sums != null) {
      text.append(String.format(Locale.ROOT, "%s: %d done in %.1f s, %d failed; %d shuffles, %d failed fetches, %d extra attempts%n", name,
          sums.done, sums.seconds, sums.failed, sums.shuffles, sums.failedFetches, sums.extraAttempts));
    }
  }

  private static void add(TextTable table, Query query) {
    QueryResult any = query.terra() == null ? query.stock() : query.terra();
    table.row(query.stream(), query.query(), seconds(query.stock()),
        seconds(query.terra()), ratio(query), any == null ? "" : String.format(Locale.ROOT, "%.2f", any.counted().remoteBytes() / MEGA),
        query.same() == null ? "" : query.same() ? any.rows() + ", the same" : "DIFFER");
  }

  private static String seconds(QueryResult result) {
    return result == null ? "" : result.error() != null ? "failed" : String.format(Locale.ROOT, "%.1f", result.seconds());
  }

  private static String ratio(Query query) {
    boolean both = query.stock() != null && query.terra() != null && query.stock().error() == null && query.terra().error() == null;
    return both ? String.format(Locale.ROOT, "%.2f", query.stock().seconds() / query.terra().seconds()) : "";
  }

  /** Returns a page with the queries' times and their distributions. */
  String html() {
    List<SimulationResult> runs = new ArrayList<>();
    for (ShuffleMode shuffle : ShuffleMode.values()) {
      List<JobTime> times = queries.stream().flatMap(query -> query.with(shuffle).filter(result -> result.error() == null)
          .map(result -> new JobTime(query.stream() + " " + query.query(), 0, result.seconds())).stream()).toList();
      if (!times.isEmpty()) {
        String name = shuffle.label();
        runs.add(new SimulationResult(name, times, List.of(), WanUse.NONE, new RunCost(0, List.of(), 0)));
      }
    }
    return HtmlReport.of(suite + " queries on " + engine + ", scale factor " + scaleFactor + ", " + topology, runs);
  }
}
