package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code costs}: prints what the bytes of shuffles and the work of agents cost. */
@Command(name = "costs", mixinStandardHelpOptions = true,
    description = "Prints what the bytes of shuffles cost at the prices of the topology, from the controller's history: US dollars, what "
        + "detours cost beyond the cheapest paths, energy and carbon dioxide. Shuffles that run count with what they have sent so far. "
        + "A second table has what the work of agents costs, by site, or by day with --by day.")
public final class CostsCommand extends RestCommand {
  private static final List<String> SUMS = List.of("queue", "job", "shuffle", "path", "link", "day");
  private static final double JOULES_PER_WATT_HOUR = 3_600;

  @Option(names = "--by", paramLabel = "WHAT", defaultValue = "queue",
      description = "queue, job, shuffle, path, link or day (UTC, of a shuffle's end); default ${DEFAULT-VALUE}")
  private String by;

  @Mixin
  private PeriodOptions period;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    if (!SUMS.contains(by)) {
      throw new RestFailure(ExitCode.USAGE, "--by: expected one of " + SUMS + ", got " + by);
    }
    ObjectNode costs = (ObjectNode) client.all("/costs", query(by));
    return costs.set("work", client.all("/costs/work", query(workBy())).path("items"));
  }

  private Map<String, String> query(String sums) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("by", sums));
    period.putInto(query);
    return query;
  }

  private String workBy() {
    return by.equals("day") ? by : "site";
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text(by.toUpperCase(Locale.ROOT)), Column.number("BYTES"), Column.number("US DOLLARS"),
        Column.number("DETOURS"), Column.number("WATT HOURS"), Column.number("GRAMS CO2"));
    double[] sums = new double[4];
    long bytes = 0;
    for (JsonNode row : answer.path("items")) {
      double[] figures = {row.path("usd").asDouble(), row.path("detourUsd").asDouble(),
          row.path("joules").asDouble() / JOULES_PER_WATT_HOUR, row.path("gramsCo2").asDouble()};
      row(table, row.path("name").asText().isEmpty() ? "(none)" : row.path("name").asText(), row.path("bytes").asLong(), figures);
      bytes += row.path("bytes").asLong();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += figures[i];
      }
    }
    row(table, "all", bytes, sums);
    return table + (answer.path("work").isEmpty() ? "" : "\n\nwork at sites\n" + work(answer.path("work"), paint));
  }

  private TextTable work(JsonNode rows, Paint paint) {
    TextTable table = new TextTable(paint, Column.text(workBy().toUpperCase(Locale.ROOT)), Column.number("CORE SECONDS"),
        Column.number("US DOLLARS"), Column.number("WATT HOURS"), Column.number("GRAMS CO2"));
    double[] sums = new double[4];
    for (JsonNode row : rows) {
      double[] figures = {row.path("processorSeconds").asDouble(), row.path("usd").asDouble(),
          row.path("joules").asDouble() / JOULES_PER_WATT_HOUR, row.path("gramsCo2").asDouble()};
      workRow(table, row.path("name").asText(), figures);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += figures[i];
      }
    }
    workRow(table, "all", sums);
    return table;
  }

  private static void workRow(TextTable table, String name, double[] figures) {
    table.row(name, String.format(Locale.ROOT, "%.2f", figures[0]), usd(figures[1]), String.format(Locale.ROOT, "%.3f", figures[2]),
        String.format(Locale.ROOT, "%.3f", figures[3]));
  }

  private static void row(TextTable table, String name, long bytes, double[] figures) {
    table.row(name, Long.toString(bytes), usd(figures[0]), usd(figures[1]), String.format(Locale.ROOT, "%.3f", figures[2]),
        String.format(Locale.ROOT, "%.3f", figures[3]));
  }

  private static String usd(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
