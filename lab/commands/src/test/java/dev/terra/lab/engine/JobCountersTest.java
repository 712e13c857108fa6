package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobCountersTest {
  private static final JobCounters.Names NAMES =
      new JobCounters.Names("Shuffled Maps", Set.of("Failed Shuffles"), Set.of("Failed map tasks", "Killed reduce tasks"),
          Optional.of(new JobCounters.Sections("Counters:", "Counters for part ")));

  @Test
  void addsUpWhatTheClientPrinted() throws IOException {
    Stream<String> log = Stream.of("2026-01-01 00:00:00,000 INFO mapreduce.Job: Counters: 54", "\tJob Counters ", "\t\tFailed map tasks=2",
        "\t\tLaunched map tasks=5", "\t\tKilled reduce tasks=1", "\tMap-Reduce Framework", "\t\tShuffled Maps =9", "\t\tFailed Shuffles=3");
    assertThat(JobCounters.read(log, NAMES, "log")).isEqualTo(new JobCounters(3, 3));
  }

  @Test
  void zerosMayBeLeftOut() throws IOException {
    assertThat(JobCounters.read(Stream.of("\t\tShuffled Maps =9"), NAMES, "log")).isEqualTo(JobCounters.NONE);
  }

  @Test
  void partsDoNotCountTwice() throws IOException {
    Stream<String> log = Stream.of("Shuffled Maps=9", "Failed Shuffles=1", "12:00 Counters for part one:", "Failed Shuffles=1",
        "12:01 Counters: 7", "Failed Shuffles=4");
    assertThat(JobCounters.read(log, NAMES, "log")).isEqualTo(new JobCounters(5, 0));
  }

  @Test
  void addsUpACounterOfOneSectionOnly() throws IOException {
    List<String> log = List.of("Bytes=1", "Counters for part one:", "Bytes=2", "Bytes in all=7", "Bytes: 3",
        "Counters for part two:", "Bytes=9");
    JobCounters.Sections one = new JobCounters.Sections("part one:", "Counters for part ");
    assertThat(JobCounters.sum(log.stream(), one, "Bytes", "log")).isEqualTo(5);
    assertThatThrownBy(() -> JobCounters.sum(log.stream(), one, "Records", "some.log"))
        .isInstanceOf(IOException.class).hasMessageContaining("Records").hasMessageContaining("some.log");
  }

  @Test
  void aLogWithoutCountersIsAnErrorAndNotZero() {
    assertThatThrownBy(() -> JobCounters.read(Stream.of("Job failed"), NAMES, "some.log"))
        .isInstanceOf(IOException.class).hasMessageContaining("some.log");
  }
}
