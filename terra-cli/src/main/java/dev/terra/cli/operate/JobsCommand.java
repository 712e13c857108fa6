package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jobs}: lists jobs. */
@Command(name = "jobs", mixinStandardHelpOptions = true, description = "Lists jobs: progress, rate, when they will be done, "
    + "priority; where chunks are compressed, the bytes on links and the processor time of compression.")
public final class JobsCommand extends RestCommand {
  @Option(names = "--search", paramLabel = "TEXT", description = "only jobs whose id, queue or user contains this text")
  private @Nullable String search;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "only jobs of this queue")
  private @Nullable String queue;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "1000"));
    put(query, "search", search);
    put(query, "queue", queue);
    return client.get("/jobs", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    return table(answer, paint).toString();
  }

  static TextTable table(JsonNode answer, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("JOB"), Column.text("STATE"), Column.text("QUEUE"),
        Column.number("DONE"), Column.number("LEFT"), Column.number("RATE"), Column.number("DONE IN"), Column.number("PRIORITY"),
        Column.number("WEIGHT"), Column.number("ON LINKS"), Column.number("COMPRESSION"));
    for (JsonNode job : answer.path("items")) {
      table.row(Show.text(job.path("id")), Show.text(job.path("state")), queue(job), Show.percent(job.path("progress")),
          Show.size(job.path("leftBytes")), Show.rate(job.path("bytesPerSecond")),
          Show.until(job.path("expectedFinishAt"), answer.path("at")), Show.text(job.path("priority")), Show.text(job.path("weight")),
          onLinks(job), compression(job));
    }
    return table;
  }

  /** Returns the bytes on links, with the bytes that arrived, where these differ. */
  private static String onLinks(JsonNode job) {
    boolean differs = job.has("wireBytes") && job.path("wireBytes").asLong() != job.path("doneBytes").asLong();
    return differs ? Show.size(job.path("wireBytes")) + " for " + Show.size(job.path("doneBytes")) : "";
  }

  /** Returns the processor time of compression and restoration, where anything was compressed. */
  private static String compression(JsonNode job) {
    double seconds = job.path("compressSeconds").asDouble() + job.path("restoreSeconds").asDouble();
    return seconds > 0 ? Show.seconds(seconds) : "";
  }

  /** Returns the queue, with a mark if YARN has not confirmed it. */
  private static String queue(JsonNode job) {
    return Show.text(job.path("queue")) + (job.path("queueFrom").asText().equals("job") ? " (claimed)" : "");
  }
}
