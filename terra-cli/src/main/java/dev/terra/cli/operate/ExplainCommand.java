package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.WanNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain SHUFFLE}: explains the shuffle's place, paths and rates, and what would help. */
@Command(name = "explain", mixinStandardHelpOptions = true,
    description = {"Explains one shuffle, by the last schedule:",
        "its place in the order in which shuffles are served, and what decided it; when it will be done; the links that limit it;",
        "the rate of each bundle on each path, and the link that is full there; which shuffles share these links; how much",
        "faster it would be if the links that limit it were wider; where those of its reducers are best run that have not begun; and",
        "what its readers got from the caches of their sites."})
public final class ExplainCommand extends RestCommand {
  @Parameters(paramLabel = "SHUFFLE", description = "the shuffle's id, as terra shuffles prints it")
  private String shuffle;

  @Option(names = "--wider", paramLabel = "PERCENT", defaultValue = "10",
      description = "by how many percent links would get more capacity, to see how much that would help, 1 to 1000; default "
          + "${DEFAULT-VALUE}")
  private int percent;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    String resource = "/shuffles/" + RestClient.escape(shuffle);
    JsonNode placement = find(client, resource + "/placement", Map.of());
    ArrayNode cached = cached(find(client, "/caches", Map.of("limit", "1000")));
    ObjectNode answer;
    try {
      answer = (ObjectNode) client.get(resource + "/explanation", Map.of("wider", Integer.toString(percent)));
    } catch (RestFailure e) {
      if (e.exitCode() != ExitCode.REFUSED || (placement.isNull() && cached.isEmpty())) {
        throw e;
      }
      answer = JsonNodeFactory.instance.objectNode().put("shuffle", shuffle).put("problem", Failures.inWords(e));
    }
    answer.set("placement", placement);
    answer.set("cached", cached);
    return answer;
  }

  /** Returns what caches have saved of this shuffle, by agent; nothing where no agent has a cache, or all agents are older. */
  private ArrayNode cached(JsonNode caches) {
    ArrayNode cached = JsonNodeFactory.instance.arrayNode();
    for (JsonNode cache : caches.path("items")) {
      for (JsonNode saved : cache.path("shuffles")) {
        if (saved.path("shuffle").asText().equals(shuffle)) {
          cached.addObject().put("site", cache.path("site").asText()).put("agent", cache.path("agent").asText())
              .put("savedBytes", saved.path("savedBytes").asLong());
        }
      }
    }
    return cached;
  }

  /**
   * Returns a resource; null where the controller does not have it, as for a shuffle whose reducers all run or that is over, or where the
   * controller is older.
   */
  private static JsonNode find(RestClient client, String resource, Map<String, String> query) throws RestFailure {
    try {
      return client.get(resource, query);
    } catch (RestFailure e) {
      if (e.exitCode() != ExitCode.REFUSED) {
        throw e;
      }
      return JsonNodeFactory.instance.nullNode();
    }
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    JsonNode place = answer.path("place");
    List<String> parts = new ArrayList<>();
    if (answer.has("problem")) {
      parts.add(Show.text(answer.path("problem")));
      parts.addAll(more(answer));
      return String.join("\n\n", parts);
    }
    parts.add(Show.text(answer.path("shuffle")) + ": number " + Show.text(place.path("position")) + " of " + Show.text(place.path("of"))
        + ": " + Show.text(place.path("sentence")));
    JsonNode finish = answer.path("finish");
    parts.add(finish(finish));
    parts.add("alone on the WAN it would take " + Show.seconds(answer.path("gammaSeconds")) + "; what limits it:");
    parts.add(limits(answer, paint).toString());
    parts.add(paths(answer, paint).toString());
    if (!answer.path("contenders").isEmpty()) {
      parts.add("on the links that limit it there are too:\n" + contenders(answer, paint));
    }
    if (!answer.path("remedies").isEmpty()) {
      parts.add("what would help:\n" + remedies(answer, paint));
    }
    parts.addAll(more(answer));
    return String.join("\n\n", parts);
  }

  /** Returns what is known without a schedule. */
  private static List<String> more(JsonNode answer) {
    List<String> parts = new ArrayList<>();
    if (answer.path("placement").isObject()) {
      parts.add(placement(answer.path("placement")));
    }
    List<String> cached = new ArrayList<>();
    answer.path("cached").forEach(saved -> cached.add("the cache of " + Show.text(saved.path("agent")) + " at "
        + Show.text(saved.path("site")) + " has given its readers "
        + Show.size(saved.path("savedBytes")) + " that did not cross the WAN again"));
    if (!cached.isEmpty()) {
      parts.add(String.join("\n", cached));
    }
    return parts;
  }

  private static String placement(JsonNode placement) {
    return "where its " + Show.text(placement.path("reducers")) + " reducers are best run, of which " + Show.text(placement.path("begun"))
        + " have begun, for the " + Show.size(placement.path("outputBytes")) + " that maps have made so far:\n"
        + Show.text(placement.path("sentence"));
  }

  private static String finish(JsonNode finish) {
    if (finish.path("secondsLeft").isNumber()) {
      return "done in " + Show.seconds(finish.path("secondsLeft")) + ", if nothing else comes and no link changes";
    }
    return finish.path("atLeastSeconds").asDouble() > 0
        ? "not done within " + Show.seconds(finish.path("atLeastSeconds")) + "; a part of it may wait for ever"
        : "when it will be done is not known yet";
  }

  private static TextTable limits(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("LINK"), Column.number("CAPACITY"), Column.number("SHARE"),
        Column.number("1 % MORE SAVES"), Column.text("ONLY WITH"));
    for (JsonNode limit : answer.path("limits")) {
      List<String> others = new ArrayList<>();
      limit.path("onlyWith").forEach(other -> others.add(other.asText()));
      table.row(Show.text(limit.path("link")), Show.rate(limit.path("capacityBytesPerSecond")), Show.percent(limit.path("share")),
          Show.seconds(limit.path("gainSeconds")), String.join(", ", others));
    }
    return table;
  }

  private static TextTable paths(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("BUNDLE"), Column.number("LEFT ON LINKS"), Column.text("PATH"),
        Column.number("RATE"), Column.number("PLANNED"), Column.text("FULL"));
    for (JsonNode bundle : answer.path("bundles")) {
      for (JsonNode path : bundle.path("paths")) {
        table.row(Show.text(bundle.path("from")) + WanNotation.SEPARATOR + Show.text(bundle.path("to")),
            Show.size(bundle.path("leftBytes")),
            Show.path(path.path("path")), Show.rate(path.path("bytesPerSecond")), Show.rate(path.path("plannedBytesPerSecond")),
            path.path("full").isTextual() ? path.path("full").asText() : "");
      }
    }
    return table;
  }

  private static TextTable contenders(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("SHUFFLE"), Column.text("LINK"), Column.number("RATE"));
    for (JsonNode other : answer.path("contenders")) {
      table.row(Show.text(other.path("shuffle")), Show.text(other.path("link")), Show.rate(other.path("bytesPerSecond")));
    }
    return table;
  }

  private static TextTable remedies(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("LINKS"), Column.number("WIDER BY"), Column.number("ALONE THEN"),
        Column.number("SAVES"));
    for (JsonNode remedy : answer.path("remedies")) {
      List<String> links = new ArrayList<>();
      remedy.path("links").forEach(link -> links.add(link.asText()));
      table.row(String.join(" and ", links), Show.text(remedy.path("percent")) + " %", Show.seconds(remedy.path("gammaSeconds")),
          Show.seconds(remedy.path("savedSeconds")));
    }
    return table;
  }
}
