package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.operate.TextTable.Column;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code recurring}: lists what recurring jobs have learned from run to run. */
@Command(name = "recurring", mixinStandardHelpOptions = true,
    description = "Lists the jobs that recur: how many runs have ended, the settings that they tried, what is believed of the cost of "
        + "each, and what was saved against the usual settings. Costs are in US dollars: eta x money + (1 - eta) x the value of time.")
public final class RecurringCommand extends RestCommand {
  @Option(names = "--queue", paramLabel = "QUEUE", description = "only jobs of this queue")
  private @Nullable String queue;

  @Option(names = "--search", paramLabel = "TEXT", description = "only jobs whose name contains this text")
  private @Nullable String search;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    Map<String, String> query = new TreeMap<>();
    if (queue != null) {
      query.put("queue", queue);
    }
    if (search != null) {
      query.put("search", search);
    }
    return client.all("/recurring", query);
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    if (answer.path("items").isEmpty()) {
      return "no recurring job has run; recurring.queues in controller.yaml names the queues whose jobs count\n";
    }
    StringJoiner jobs = new StringJoiner("\n\n");
    answer.path("items").forEach(job -> jobs.add(job(job) + "\n" + choices(job.path("choices"), paint)));
    return jobs.toString();
  }

  private static String job(JsonNode job) {
    return String.format(Locale.ROOT, "%s: %d runs, %d under way, %d returned early, learned anew %d times, saved %.4f%s",
        job.path("id").asText(), job.path("runs").asLong(), job.path("running").asLong(), job.path("returned").asLong(),
        job.path("restarts").asLong(), job.path("saved").asDouble(), stage(job));
  }

  private static String stage(JsonNode job) {
    if (job.path("observed").asBoolean()) {
      return ", only watched";
    }
    return job.path("exploring").asBoolean() ? ", exploring" : "";
  }

  private static TextTable choices(JsonNode choices, Paint paint) {
    TextTable table = new TextTable(paint, Column.text("COMPRESSION"), Column.text("AN HOUR IS WORTH"), Column.number("RUNS"),
        Column.number("MEAN COST"), Column.number("BELIEVED"), Column.number("DEVIATION"), Column.text("STATE"));
    choices.forEach(choice -> table.row(choice.path("compression").asBoolean() ? "as agents do it" : "off",
        choice.path("usdPerHour").isNull() ? "more than money" : "$ " + choice.path("usdPerHour").asText(), choice.path("runs").asText(),
        cost(choice.path("meanCost")), cost(choice.path("believedCost")), cost(choice.path("deviation")), state(choice)));
    return table;
  }

  private static String cost(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.4f", value.asDouble()) : "-";
  }

  private static String state(JsonNode choice) {
    String left = choice.path("left").asBoolean() ? "used" : "ruled out";
    return choice.path("usual").asBoolean() ? left + ", usual" : left;
  }
}
