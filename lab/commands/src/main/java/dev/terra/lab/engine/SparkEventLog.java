package dev.terra.lab.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The event log of an application of Spark.
 *
 * @param fetchFailures tasks that ended because a block could not be fetched
 * @param extraAttempts attempts of tasks that failed or were killed, except those that lost against another attempt
 *     that Spark had made on purpose
 * @param stageRetries attempts of stages after their first
 * @param remoteBytes the bytes of shuffles that tasks read from other hosts
 * @param writtenByStage bytes that tasks wrote for shuffles, by their stage's number
 */
public record SparkEventLog(long fetchFailures, long extraAttempts, long stageRetries, long remoteBytes,
    Map<Integer, Long> writtenByStage) {
  /** Copies the map. */
  public SparkEventLog {
    writtenByStage = Map.copyOf(writtenByStage);
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  /** The reason that Spark gives when it kills an attempt because another attempt of the same task has succeeded. */
  private static final String LOST = "another attempt succeeded";

  /**
   * Reads the log of an application that has ended.
   *
   * @throws IOException if the log is missing or cut off, or no task of the application read a shuffle
   */
  static SparkEventLog read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return read(lines, file.toString());
    }
  }

  static SparkEventLog read(Stream<String> lines, String source) throws IOException {
    Sums sums = new Sums();
    for (Iterator<String> events = lines.iterator(); events.hasNext();) {
      sums.add(JSON.readTree(events.next()));
    }
    if (!sums.ended) {
      throw new IOException("the application's end is not in " + source);
    }
    if (sums.readBytes == 0) {
      throw new IOException("no task read of a shuffle, says " + source);
    }
    return new SparkEventLog(sums.fetchFailures, sums.extraAttempts, sums.retries.size(), sums.remoteBytes, sums.writtenByStage);
  }

  /** Returns whether the end of a task requires another attempt. */
  public static boolean isExtraAttempt(JsonNode taskEnd) {
    JsonNode reason = taskEnd.path("Task End Reason");
    return !reason.path("Reason").asText().equals("Success") && !reason.path("Kill Reason").asText().equals(LOST);
  }

  /** Returns these figures as the counters of all engines. */
  JobCounters counters() {
    return new JobCounters(fetchFailures, extraAttempts, stageRetries);
  }

  /** The sums of the lines that have been read so far. */
  private static final class Sums {
    private final Set<String> retries = new HashSet<>();
    private final Map<Integer, Long> writtenByStage = new HashMap<>();
    private long fetchFailures;
    private long extraAttempts;
    private long remoteBytes;
    private long readBytes;
    private boolean ended;

    void add(JsonNode event) {
      switch (event.path("Event").asText()) {
        case "SparkListenerTaskEnd" -> task(event);
        case "SparkListenerStageSubmitted" -> stage(event.path("Stage Info"));
        case "SparkListenerApplicationEnd" -> ended = true;
        default -> { }
      }
    }

    private void stage(JsonNode stage) {
      int attempt = stage.path("Stage Attempt ID").asInt();
      if (attempt > 0) {
        retries.add(stage.path("Stage ID").asInt() + "." + attempt);
      }
    }

    private void task(JsonNode event) {
      String reason = event.path("Task End Reason").path("Reason").asText();
      fetchFailures += reason.equals("FetchFailed") ? 1 : 0;
      extraAttempts += isExtraAttempt(event) ? 1 : 0;
      JsonNode read = event.path("Task Metrics").path("Shuffle Read Metrics");
      remoteBytes += read.path("Remote Bytes Read").asLong();
      writtenByStage.merge(event.path("Stage ID").asInt(),
          event.path("Task Metrics").path("Shuffle Write Metrics").path("Shuffle Bytes Written").asLong(), Long::sum);
      readBytes += read.path("Remote Bytes Read").asLong() + read.path("Local Bytes Read").asLong();
    }
  }
}
