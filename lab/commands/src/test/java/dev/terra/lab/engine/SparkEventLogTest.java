package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SparkEventLogTest {
  private static final String END = "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":1}";

  private static String task(String reason, long remote, long local) {
    return "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":1,\"Task End Reason\":{\"Reason\":\"" + reason + "\"},\"Task Metrics\":"
        + "{\"Shuffle Write Metrics\":{\"Shuffle Bytes Written\":" + remote * 10 + "},"
        + "\"Shuffle Read Metrics\":{\"Remote Bytes Read\":" + remote + ",\"Local Bytes Read\":" + local + "}}}";
  }

  private static String stage(int id, int attempt) {
    return "{\"Event\":\"SparkListenerStageSubmitted\",\"Stage Info\":{\"Stage ID\":" + id + ",\"Stage Attempt ID\":" + attempt + "}}";
  }

  @Test
  void addsUpWhatTasksReadAndWrote() throws IOException {
    SparkEventLog log = SparkEventLog.read(Stream.of(stage(1, 0), task("Success", 5, 3), task("Success", 7, 0), END), "log");
    assertThat(log).isEqualTo(new SparkEventLog(0, 0, 0, 12, Map.of(1, 120L)));
    assertThat(log.counters()).isEqualTo(JobCounters.NONE);
  }

  @Test
  void aFailedFetchIsOneAttemptAndTheStagesNextOneIsARetry() throws IOException {
    SparkEventLog log = SparkEventLog.read(
        Stream.of(stage(1, 0), task("FetchFailed", 0, 0), task("ExecutorLostFailure", 0, 0), stage(0, 1), stage(1, 1),
            task("Success", 9, 1), END), "log");
    assertThat(log).isEqualTo(new SparkEventLog(1, 2, 2, 9, Map.of(1, 90L)));
    assertThat(log.counters()).isEqualTo(new JobCounters(1, 2, 2));
  }

  @Test
  void anAttemptThatLostAgainstAnotherIsNoExtraOne() throws IOException {
    String lost = task("TaskKilled\",\"Kill Reason\":\"another attempt succeeded", 0, 0);
    String preempted = task("TaskKilled\",\"Kill Reason\":\"preempted", 0, 0);
    assertThat(SparkEventLog.read(Stream.of(lost, task("Success", 1, 0), END), "log").extraAttempts()).isZero();
    assertThat(SparkEventLog.read(Stream.of(preempted, task("Success", 1, 0), END), "log").extraAttempts()).isOne();
  }

  @Test
  void aLogThatProvesNothingIsAnError() {
    assertThatThrownBy(() -> SparkEventLog.read(Stream.of(task("Success", 1, 1)), "some.log"))
        .isInstanceOf(IOException.class).hasMessageContaining("some.log");
    assertThatThrownBy(() -> SparkEventLog.read(Stream.of(END), "some.log"))
        .isInstanceOf(IOException.class).hasMessageContaining("no task read");
  }
}
