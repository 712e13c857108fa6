package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code links}: every direction of every link, with its state, what it carries and what is planned on it. */
@Command(name = "links", mixinStandardHelpOptions = true,
    description = "Lists the links: their state, the bytes that they carry, the bytes that are planned on them, and their capacity.")
public final class LinksCommand extends RestCommand {
  @Option(names = "--state", paramLabel = "STATE", description = "only links that are up, degraded, down or unknown")
  private @Nullable String state;

  @Option(names = "--site", paramLabel = "SITE", description = "only links from or to this site")
  private @Nullable String site;

  @Option(names = "--filter", paramLabel = "EXPRESSION", description = "such as 'use > 0.9 and state = up'")
  private @Nullable String filter;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "state", state);
    put(query, "site", site);
    put(query, "filter", filter);
    return client.get("/links", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("LINK"), Column.text("STATE"), Column.number("CARRIES"), Column.number("CARRIED"),
        Column.number("PLANNED"), Column.number("USE"), Column.number("CAPACITY"), Column.number("MEASURED"), Column.text("REASON"));
    for (JsonNode link : answer.path("items")) {
      String state = link.path("drained").asBoolean() ? "drained" : Show.text(link.path("state"));
      String heard = link.path("heardAt").isNull() ? "" : "heard " + Show.until(answer.path("at"), link.path("heardAt")) + " ago ";
      String reason = link.path("reason").isTextual() ? link.path("reason").asText() : "";
      table.row(Show.text(link.path("id")), state, Show.rate(link.path("carriedBytesPerSecond")), Show.percent(link.path("carriedShare")),
          Show.rate(link.path("allocatedBytesPerSecond")), Show.percent(link.path("use")),
          Show.rate(link.path("nominalBytesPerSecond")), Show.rate(link.path("measuredBytesPerSecond")), (heard + reason).strip());
    }
    return table.toString();
  }
}
