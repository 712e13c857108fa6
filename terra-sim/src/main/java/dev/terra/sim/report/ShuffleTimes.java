package dev.terra.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.CoflowTime;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the times of every shuffle, in the order of their starts. */
public final class ShuffleTimes {
  private static final Comparator<CoflowTime> BY_START = Comparator.comparingDouble(CoflowTime::startSeconds).thenComparing(CoflowTime::id);

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private ShuffleTimes() {}

  /** Returns the times of one run. */
  public static ArrayNode json(SimulationResult run) {
    ArrayNode shuffles = JsonNodeFactory.instance.arrayNode();
    run.coflows().stream().sorted(BY_START).forEach(shuffle -> shuffles.addObject()
        .put("id", shuffle.id())
        .put("startSeconds", shuffle.startSeconds())
        .put("finishSeconds", shuffle.endSeconds())
        .put("seconds", shuffle.seconds())
        .put("gammaSeconds", shuffle.gammaSeconds())
        .put("bytes", shuffle.bytes()));
    return shuffles;
  }

  /** Returns how long each shuffle took in each of the runs of one trace, one line for each shuffle. */
  public static String table(List<SimulationResult> runs) {
    List<Map<String, CoflowTime>> byId =
        runs.stream().map(run -> run.coflows().stream().collect(Collectors.toMap(CoflowTime::id, Function.identity()))).toList();
    StringBuilder text = new StringBuilder(line("shuffle", "start s", "MB", "Gamma s", runs.stream().map(SimulationResult::policy)));
    runs.get(0).coflows().stream().sorted(BY_START).forEach(shuffle -> text.append('\n').append(line(shuffle.id(),
        number(shuffle.startSeconds()), number(shuffle.bytes() / BYTES_PER_MEGABYTE), number(shuffle.gammaSeconds()),
        byId.stream().map(run -> number(Objects.requireNonNull(run.get(shuffle.id())).seconds())))));
    return text.toString();
  }

  private static String line(String id, String start, String megabytes, String gamma, Stream<String> seconds) {
    return String.format(Locale.ROOT, "%-48s %10s %10s %10s", id, start, megabytes, gamma)
        + seconds.map(text -> String.format(Locale.ROOT, " %15s", text)).collect(Collectors.joining());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
