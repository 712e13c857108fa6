package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code classes}: lists which promises of latency classes are kept. */
@Command(name = "classes", mixinStandardHelpOptions = true,
    description = "Lists latency classes with a promise: whether the promise is kept for each pair of sites, since when, and how many "
        + "fetches are admitted.")
public final class ClassesCommand extends RestCommand {
  private static final int TIME_CHARACTERS = 19;

  @Option(names = "--from", paramLabel = "SITE", description = "only fetches that this site serves")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "SITE", description = "only fetches of this site's readers")
  private @Nullable String to;

  @Option(names = "--state", paramLabel = "STATE", description = "only promises that are kept, missed or unknown")
  private @Nullable String state;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "from", from);
    put(query, "to", to);
    put(query, "state", state);
    return client.get("/classes", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("SITES"), Column.text("CLASS"), Column.text("STATE"), Column.text("SINCE"),
        Column.text("TARGET"), Column.number("MEASURED"), Column.number("SHARE"), Column.number("ADMITTED"), Column.number("AS BULK"),
        Column.number("BY TUNNELS"));
    for (JsonNode row : answer.path("items")) {
      table.row(Show.text(row.path("from")) + ":" + Show.text(row.path("to")), Show.text(row.path("latencyClass")),
          Show.text(row.path("state")), time(row.path("since")), target(row), millis(row.path("measuredMillis")),
          String.format(Locale.ROOT, "%.0f %%", row.path("admittedShare").asDouble() * 100), Show.text(row.path("admitted")),
          Show.text(row.path("downgraded")), Show.text(row.path("byTunnels")));
    }
    return table.toString();
  }

  private static String target(JsonNode row) {
    return String.format(Locale.ROOT, "p%s of %d bytes < %.1f ms", row.path("percentile").asText(), row.path("bytes").asLong(),
        row.path("limitMillis").asDouble());
  }

  private static String millis(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.1f ms", value.asDouble()) : "-";
  }

  private static String time(JsonNode since) {
    String text = Show.text(since);
    return text.length() > TIME_CHARACTERS ? text.substring(0, TIME_CHARACTERS) : text;
  }
}
