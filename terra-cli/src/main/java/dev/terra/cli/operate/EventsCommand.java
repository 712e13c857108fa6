package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code events}: lists what has happened, the newest last. */
@Command(name = "events", mixinStandardHelpOptions = true, description = "Lists events, the newest last.")
public final class EventsCommand extends RestCommand {
  @Option(names = "--last", paramLabel = "N", defaultValue = "50", description = "how many events to list, 1 to 1000; default "
      + "${DEFAULT-VALUE}")
  private int last;

  @Option(names = "--kind", paramLabel = "KIND", description = "list only events of this kind, such as link-down")
  private @Nullable String kind;

  @Option(names = "--severity", paramLabel = "SEVERITY", description = "list only events of this severity: info, warning or error")
  private @Nullable String severity;

  @Option(names = "--after", paramLabel = "NUMBER", description = "list only events with a higher number")
  private @Nullable Long after;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", Integer.toString(last)));
    put(query, "kind", kind);
    put(query, "severity", severity);
    put(query, "after", after == null ? null : after.toString());
    return client.get("/events", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.number("NUMBER"), Column.text("AT"), Column.text("SEVERITY"), Column.text("KIND"),
        Column.text("TARGET"), Column.text("DETAIL"));
    List<JsonNode> events = new ArrayList<>();
    answer.path("items").forEach(events::add);
    Collections.reverse(events);
    for (JsonNode event : events) {
      table.row(Show.text(event.path("number")), Show.text(event.path("at")), Show.text(event.path("severity")),
          Show.text(event.path("kind")), Show.text(event.path("target")), Show.text(event.path("detail")));
    }
    return table.toString();
  }
}
