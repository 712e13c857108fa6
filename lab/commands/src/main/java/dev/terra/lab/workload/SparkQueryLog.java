package dev.terra.lab.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.lab.engine.SparkEventLog;
import dev.terra.lab.workload.QueryResult.Counted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/** The event log of an application of Spark, by job group. A stream's queries are groups of their own. */
final class SparkQueryLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROUP = "spark.jobGroup.id";

  private final Map<Long, String> groupOfStage = new HashMap<>();
  private final Map<String, Counted> byGroup = new HashMap<>();

  private SparkQueryLog() {}

  /**
   * Reads the log of an application that has ended.
   *
   * @return the counters, by group
   */
  static Map<String, Counted> read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return read(lines);
    }
  }

  static Map<String, Counted> read(Stream<String> lines) throws IOException {
    SparkQueryLog log = new SparkQueryLog();
    for (Iterator<String> events = lines.iterator(); events.hasNext();) {
      log.add(JSON.readTree(events.next()));
    }
    return log.byGroup;
  }

  private void add(JsonNode event) {
    switch (event.path("Event").asText()) {
      case "SparkListenerJobStart" -> event.path("Stage IDs").forEach(stage ->
          groupOfStage.putIfAbsent(stage.asLong(), event.path("Properties").path(GROUP).asText()));
      case "SparkListenerStageCompleted" -> stage(event.path("Stage Info"));
      case "SparkListenerTaskEnd" -> task(event);
      default -> { }
    }
  }

  /** Adds a stage. A stage that writes shuffle bytes makes one shuffle; Spark logs them as the stage's accumulated metrics. */
  private void stage(JsonNode stage) {
    for (JsonNode metric : stage.path("Accumulables")) {
      if (metric.path("Name").asText().equals("internal.metrics.shuffle.write.bytesWritten") && metric.path("Value").asLong() > 0) {
        count(stage.path("Stage ID").asLong(), new Counted(1, 0, 0, 0, 0));
      }
    }
  }

  private void task(JsonNode event) {
    String reason = event.path("Task End Reason").path("Reason").asText();
    JsonNode read = event.path("Task Metrics").path("Shuffle Read Metrics");
    long remote = read.path("Remote Bytes Read").asLong();
    count(event.path("Stage ID").asLong(), new Counted(0, remote + read.path("Local Bytes Read").asLong(), remote,
        reason.equals("FetchFailed") ? 1 : 0, SparkEventLog.isExtraAttempt(event) ? 1 : 0));
  }

  private void count(long stage, Counted counted) {
    byGroup.merge(groupOfStage.getOrDefault(stage, ""), counted, Counted::plus);
  }
}
