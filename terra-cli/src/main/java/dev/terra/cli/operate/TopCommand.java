package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code top}: shows the fullest links and the running jobs, again and again. */
@Command(name = "top", mixinStandardHelpOptions = true,
    description = "Shows the fullest links and the running jobs, updated every second. Ctrl-C ends it.")
public final class TopCommand extends RestCommand {
  private static final String FROM_THE_TOP = "\u001b[H";
  private static final String CLEAR_SCREEN = "\u001b[2J";
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "1", description = "the interval of updates, 1 to 3600; default "
      + "${DEFAULT-VALUE}")
  private int everySeconds;

  @Option(names = "--times", paramLabel = "N", description = "how many updates to show before the command ends; default: until you end it")
  private @Nullable Long times;

  @Option(names = "--rows", paramLabel = "N", defaultValue = "15", description = "how many links and jobs are shown; default "
      + "${DEFAULT-VALUE}")
  private int rows;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.set("status", client.get("/status", Map.of()));
    all.set("links", client.get("/links", Map.of("limit", "1000")));
    all.set("jobs", client.get("/jobs", Map.of("limit", Integer.toString(rows))));
    return all;
  }

  @Override
  void run(RestClient client) throws RestFailure, InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    boolean terminal = isTerminal() && !json();
    for (long shown = 0; times == null || shown < times; shown++) {
      if (shown > 0 && never.await(Math.max(1, everySeconds), TimeUnit.SECONDS)) {
        return;
      }
      JsonNode answer = ask(client);
      String text = json() ? answer.toString() : text(answer, paint());
      out().println(terminal ? screen(text, shown == 0) : text);
      out().flush();
    }
  }

  /** Returns a text that overwrites the screen without flicker. */
  private static String screen(String text, boolean first) {
    return (first ? CLEAR_SCREEN : "") + FROM_THE_TOP + text.replace("\n", CLEAR_REST_OF_LINE + "\n") + CLEAR_REST_OF_LINE + CLEAR_BELOW;
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    List<JsonNode> links = new ArrayList<>();
    answer.path("links").path("items").forEach(links::add);
    links.sort(Comparator.comparing((JsonNode link) -> "up".equals(link.path("state").asText()))
        .thenComparing(link -> -link.path("use").asDouble()));
    TextTable table = new TextTable(paint, Column.text("LINK"), Column.text("STATE"), Column.number("CARRIES"), Column.number("CARRIED"),
        Column.number("PLANNED"), Column.number("USE"));
    links.stream().limit(rows).forEach(link -> table.row(Show.text(link.path("id")), Show.text(link.path("state")),
        Show.rate(link.path("carriedBytesPerSecond")), Show.percent(link.path("carriedShare")),
        Show.rate(link.path("allocatedBytesPerSecond")), Show.percent(link.path("use"))));
    return StatusLine.of(answer.path("status")) + "\n\n" + table + "\n\n" + JobsCommand.table(answer.path("jobs"), paint);
  }
}
