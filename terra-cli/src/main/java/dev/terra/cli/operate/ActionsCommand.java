package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code actions}: lists the actions of operators. */
@Command(name = "actions", mixinStandardHelpOptions = true,
    description = "Lists the actions of operators, the newest first. terra undo takes back one that is in force.")
public final class ActionsCommand extends RestCommand {
  @Option(names = "--in-force", description = "only actions that are in force")
  private boolean inForce;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "inForce", inForce ? "true" : null);
    return client.get("/actions", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("ACTION"), Column.text("AT"), Column.text("KIND"), Column.text("TARGET"),
        Column.text("BY"), Column.text("HOLDS"), Column.text("UNDO"), Column.text("REASON"));
    for (JsonNode action : answer.path("items")) {
      table.row(Show.text(action.path("id")), Show.text(action.path("at")), Show.text(action.path("kind")),
          Show.text(action.path("target")), Show.text(action.path("by")), action.path("inForce").asBoolean() ? "yes" : "no",
          action.path("undo").isObject() ? "terra undo " + action.path("id").asText() : "-", Show.text(action.path("reason")));
    }
    return table.toString();
  }
}
