package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.Traces;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report}: prints what Terra would have saved for the shuffles that the controller has recorded. */
@Command(name = "report", mixinStandardHelpOptions = true,
    description = "Prints what Terra would have saved. Replays the shuffles that the controller has seen, for example with "
        + "terra.mode=observe on all nodes, once as TCP and once as Terra carries them, and prints the times beside the measured ones.")
public final class ReportCommand extends RestCommand {
  private static final int DEFAULT_ROWS = 20;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "the topology file of the controller")
  private Path topology;

  @Option(names = "--rows", paramLabel = "N", defaultValue = "" + DEFAULT_ROWS,
      description = "how many shuffles are listed, beginning with those for which Terra saves most; default ${DEFAULT-VALUE}")
  private int rows;

  @Option(names = "--seed", paramLabel = "SEED", defaultValue = "1", description = "the seed of the samples for the confidence interval")
  private long seed;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Wan wan = Topologies.load(topology);
    JsonNode trace = client.get("/trace", Map.of());
    if (trace.path("jobs").isEmpty()) {
      throw new RestFailure(ExitCode.REFUSED, "the controller has seen no shuffle that crosses sites; set terra.mode to observe on "
          + "NodeManagers of two sites, and run jobs");
    }
    Trace seen = Traces.parse(Path.of("the controller's trace.json"), trace.toString(), List.<SiteId>of());
    try {
      ObjectNode report = new Savings(wan, seen, members(trace, Trace.OBSERVED_SECONDS), System::nanoTime).json(seed);
      placements(client, report);
      return report;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(topology, 0, "is not the controller's topology: " + e.getMessage());
    }
  }

  /** Adds the least times of ended shuffles, with their reducers where they ran and where they would best have been run. */
  private static void placements(RestClient client, ObjectNode report) {
    double seconds = 0;
    double placedSeconds = 0;
    try {
      for (JsonNode row : client.get("/placements", Map.of("state", "ended", "limit", "1000")).path("items")) {
        seconds += row.path("otherwiseSeconds").asDouble();
        placedSeconds += row.path("seconds").asDouble();
      }
      report.put("leastSeconds", seconds).put("placedSeconds", placedSeconds);
    } catch (RestFailure e) { // the controller is busy, or older
      report.putNull("leastSeconds").putNull("placedSeconds");
    }
  }

  /** Returns a member of the jobs that have it, by their ids. */
  private static Map<String, Double> members(JsonNode trace, String key) {
    Map<String, Double> values = new HashMap<>();
    trace.path("jobs").forEach(job -> {
      if (job.has(key)) {
        values.put(job.path("id").asText(), job.path(key).asDouble());
      }
    });
    return values;
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("SHUFFLE"), Column.number("BYTES"), Column.number("ON LINKS"), Column.number("TOOK"),
        Column.number("STOCK"), Column.number("TERRA"), Column.number("SAVED"));
    StreamSupport.stream(answer.path("items").spliterator(), false)
        .sorted((one, other) -> Double.compare(saved(other), saved(one))).limit(rows)
        .forEach(row -> table.row(Show.text(row.path("id")), Show.size(row.path("bytes")), onLinks(row),
            Show.seconds(row.path("observedSeconds")), Show.seconds(row.path("stockSeconds")), Show.seconds(row.path("terraSeconds")),
            Show.seconds(saved(row))));
    return table + "\n\n" + String.format(Locale.ROOT, "%d shuffles, %s across sites: %s as TCP, %s by Terra. Saved: %s, %.0f %% (95 %% "
        + "interval %.0f to %.0f %%)", answer.path("shuffles").asInt(), Show.size(answer.path("bytes")),
        Show.seconds(answer.path("stockSeconds")), Show.seconds(answer.path("terraSeconds")), Show.seconds(answer.path("savedSeconds")),
        100 * answer.path("savedShare").asDouble(), 100 * answer.path("savedShareLow").asDouble(),
        100 * answer.path("savedShareHigh").asDouble()) + placed(answer);
  }

  private static String placed(JsonNode answer) {
    return !(answer.path("leastSeconds").asDouble() > 0) ? "" : "\nalone on the WAN the shuffles that are over would take "
        + Show.seconds(answer.path("leastSeconds")) + "; with reducers at the best sites, " + Show.seconds(answer.path("placedSeconds"));
  }

  /** Returns the bytes that Terra would put on links, where they are fewer. */
  private static String onLinks(JsonNode row) {
    return row.path("wireBytes").asDouble() < row.path("bytes").asDouble() ? Show.size(row.path("wireBytes")) : "";
  }

  private static double saved(JsonNode row) {
    return row.path("stockSeconds").asDouble() - row.path("terraSeconds").asDouble();
  }
}
