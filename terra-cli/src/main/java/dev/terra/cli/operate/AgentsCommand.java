package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents}: lists the agents of all sites; each of several agents that share a site has a line of its own. */
@Command(name = "agents", mixinStandardHelpOptions = true,
    description = {
      "Lists agents: address, state, since when, tunnels, shuffles, fetches, handlers of the site, how much of spool and Java heap",
      "is in use, and why an agent is lost. If several agents share a site, also how many bytes wait at each,",
      "and whether these are many more than at the others."
    })
public final class AgentsCommand extends RestCommand {
  @Option(names = "--state", paramLabel = "STATE", description = "only agents that are live, lost or expected (never connected)")
  private @Nullable String state;

  @Option(names = "--site", paramLabel = "SITE", description = "only the agent of this site")
  private @Nullable String site;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "state", state);
    ObjectNode answer = (ObjectNode) client.get("/agents", query);
    if (site != null) {
      ArrayNode some = JsonNodeFactory.instance.arrayNode();
      StreamSupport.stream(answer.path("items").spliterator(), false).filter(agent -> agent.path("site").asText().equals(site))
          .forEach(some::add);
      answer.set("items", some);
      answer.put("total", some.size());
    }
    return answer;
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("SITE"), Column.text("AGENT"), Column.text("ADDRESS"), Column.text("STATE"),
        Column.number("FOR"), Column.number("TUNNELS UP"), Column.number("SHUFFLES"), Column.number("SUBMITTED"), Column.number("FETCHES"),
        Column.number("HANDLERS"), Column.text("SPOOL"), Column.text("HEAP"),
        Column.text("QUEUE"), Column.text("PROTOCOL"), Column.text("REASON"));
    for (JsonNode agent : answer.path("items")) {
      table.row(Show.text(agent.path("site")), Show.text(agent.path("name")), only(agent).path("address").asText(""),
          state(agent, agent.path("drained").asBoolean()),
          Show.until(agent.path("since"), answer.path("at")), agent.path("tunnelsUp").asInt() + "/" + agent.path("tunnels").asInt(),
          Show.text(agent.path("shuffles")), Show.size(agent.path("submittedBytes")), Show.text(agent.path("fetches")),
          handlers(agent), use(only(agent), "spool"), use(only(agent), "heap"), "", protocols(agent), reason(agent));
      if (agent.path("slices").size() > 1) {
        agent.path("slices").forEach(slice -> slice(table, agent, slice, answer.path("at")));
      }
    }
    return table.toString();
  }

  private static void slice(TextTable table, JsonNode agent, JsonNode slice, JsonNode now) {
    boolean drained = StreamSupport.stream(agent.path("drainedOneByOne").spliterator(), false)
        .anyMatch(name -> name.asText().equals(slice.path("agent").asText()));
    table.row("  slice " + slice.path("slice").asInt(), Show.text(slice.path("agent")), slice.path("address").asText(""),
        state(slice, drained), Show.until(slice.path("since"), now), slice.path("tunnelsUp").asText(), "", "",
        Show.text(slice.path("fetches")), "", use(slice, "spool"), use(slice, "heap"), queue(slice),
        Show.text(slice.path("protocol")), slice.path("reason").isTextual() ? slice.path("reason").asText() : "");
  }

  private static String state(JsonNode agent, boolean drained) {
    return Show.text(agent.path("state")) + (drained ? ", drained" : "");
  }

  private static String handlers(JsonNode agent) {
    int stock = agent.path("stockHandlers").asInt();
    return agent.path("handlers").asInt() + (stock == 0 ? "" : ", " + stock + " stock");
  }

  /** Returns the agent itself if no others share its site; otherwise nothing, as each agent has a line of its own. */
  private static JsonNode only(JsonNode agent) {
    return agent.path("slices").size() == 1 ? agent.path("slices").path(0) : MissingNode.getInstance();
  }

  private static String use(JsonNode slice, String what) {
    JsonNode bytes = slice.path(what + "Bytes");
    return bytes.isNumber() ? Show.size(bytes) + " of " + Show.size(slice.path(what + "CapacityBytes")) : "";
  }

  /** Returns what waits, and at which rate it is sent. */
  private static String queue(JsonNode slice) {
    return slice.path("queueBytes").isNumber() ? Show.size(slice.path("queueBytes")) + " at " + Show.rate(slice.path("bytesPerSecond"))
        + (slice.path("hot").asBoolean() ? ", hot" : "") : "";
  }

  private static String protocols(JsonNode agent) {
    return StreamSupport.stream(agent.path("slices").spliterator(), false).map(slice -> slice.path("protocol").asText()).distinct()
        .sorted().collect(Collectors.joining(","));
  }

  private static String reason(JsonNode agent) {
    String drained = agent.path("safeToStop").asBoolean() ? "safe to stop" : "";
    return agent.path("reason").isTextual() ? agent.path("reason").asText() : drained;
  }
}
