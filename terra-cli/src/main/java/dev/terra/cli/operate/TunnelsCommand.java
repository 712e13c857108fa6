package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tunnels}: lists tunnels as their agents report them. */
@Command(name = "tunnels", mixinStandardHelpOptions = true,
    description = "Lists tunnels: their state, their round-trip time, the bytes that they carry and the bytes that are planned on them.")
public final class TunnelsCommand extends RestCommand {
  @Option(names = "--from", paramLabel = "SITE", description = "only tunnels from this site")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "SITE", description = "only tunnels to this site")
  private @Nullable String to;

  @Option(names = "--link", paramLabel = "A:B", description = "only tunnels over this direction of a link; A::B: over either direction")
  private @Nullable String link;

  @Option(names = "--state", paramLabel = "STATE", description = "only tunnels that are up, down or unknown")
  private @Nullable String state;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "from", from);
    put(query, "to", to);
    put(query, "link", link);
    put(query, "state", state);
    return client.get("/tunnels", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("TUNNEL"), Column.text("STATE"), Column.number("ROUND TRIP"),
        Column.number("CARRIES"), Column.number("PLANNED"), Column.text("REASON"));
    for (JsonNode tunnel : answer.path("items")) {
      table.row(Show.text(tunnel.path("id")), Show.text(tunnel.path("state")), Show.millis(tunnel.path("rttMicros")),
          Show.rate(tunnel.path("deliveredBytesPerSecond")), Show.rate(tunnel.path("allocatedBytesPerSecond")),
          tunnel.path("reason").isTextual() ? tunnel.path("reason").asText() : "");
    }
    return table.toString();
  }
}
