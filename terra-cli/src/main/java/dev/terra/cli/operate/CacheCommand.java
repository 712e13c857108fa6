package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;

/** {@code cache}: lists what the caches of agents hold and save. */
@Command(name = "cache", mixinStandardHelpOptions = true,
    description = "Lists the caches of agents: memory and disk in use, how many segments readers found there, the bytes that did not cross "
        + "the WAN again, and the memory of each queue with its share.")
public final class CacheCommand extends RestCommand {
  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return client.get("/caches", Map.of("limit", "1000"));
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    if (answer.path("items").isEmpty()) {
      return "no live agent has a cache: cache.memoryBytes in agent.yaml gives it one\n";
    }
    TextTable table = new TextTable(paint, Column.text("SITE"), Column.text("AGENT"), Column.text("MEMORY"), Column.text("DISK"),
        Column.number("HITS"), Column.number("MISSES"), Column.number("HIT RATE"), Column.number("SERVED"),
        Column.number("SAVED"), Column.text("QUEUES"));
    answer.path("items").forEach(cache -> table.row(Show.text(cache.path("site")), Show.text(cache.path("agent")),
        Show.size(cache.path("usedBytes")) + " of " + Show.size(cache.path("capacityBytes")), disk(cache),
        Show.text(cache.path("hits")), Show.text(cache.path("misses")), rate(cache), Show.size(cache.path("servedBytes")),
        Show.size(cache.path("savedBytes")), queues(cache.path("queues"))));
    return table.toString();
  }

  private static String disk(JsonNode cache) {
    return cache.path("diskCapacityBytes").asLong() == 0 ? "-"
        : Show.size(cache.path("diskUsedBytes")) + " of " + Show.size(cache.path("diskCapacityBytes"));
  }

  private static String rate(JsonNode cache) {
    double all = cache.path("hits").asDouble() + cache.path("misses").asDouble();
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", cache.path("hits").asDouble() / all * 100);
  }

  private static String queues(JsonNode queues) {
    return StreamSupport.stream(queues.spliterator(), false).map(queue -> name(queue.path("queue").asText()) + " "
        + Show.size(queue.path("usedBytes")) + " of " + Show.size(queue.path("shareBytes"))).collect(Collectors.joining(", "));
  }

  private static String name(String queue) {
    return queue.isEmpty() ? "(unknown)" : queue;
  }
}
