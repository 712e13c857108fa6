package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.RunningTool;
import dev.terra.lab.replay.Carrier.Ended;
import dev.terra.lab.replay.LineCarrier.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineCarrierTest {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @TempDir Path folder;

  /**
   * Starts a tool that answers each line with "done" and its first word, or, if the second word is "no", with "failed", the first word and
   * "as asked".
   */
  private RunningTool tool() throws IOException {
    String script = "while read task what; do case $what in no) echo failed $task as asked;; die) exit 1;; "
        + "*) echo noise; echo done $task;; esac; done";
    return new RunningTool(new ProcessBuilder("sh", "-c", script), folder.resolve("tool.log"));
  }

  private LineCarrier carrier(String... answers) throws IOException {
    return new LineCarrier(List.of(tool(), tool()), shuffle -> IntStream.range(0, answers.length)
        .mapToObj(i -> new Task(i % 2, shuffle.id() + "#" + i, shuffle.id() + "#" + i + " " + answers[i])).toList(), () -> { });
  }

  private static WireShuffle shuffle(String id) {
    return new WireShuffle("j", id, List.of(new WireShuffle.Bundle(new SiteId("A"), new SiteId("B"), 1, 1, 1)));
  }

  private static Ended next(Carrier carrier) throws Exception {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() < until) {
      Optional<Ended> ended = carrier.await(PATIENCE_NANOS);
      if (ended.isPresent()) {
        return ended.get();
      }
    }
    throw new AssertionError("nothing ended");
  }

  @Test
  void aShuffleIsOverWithItsLastTask() throws Exception {
    try (LineCarrier carrier = carrier("yes", "yes", "yes")) {
      carrier.start(shuffle("j/s"));
      assertThat(next(carrier)).isEqualTo(new Ended("j/s", Optional.empty()));
      assertThat(carrier.await(0)).isEmpty();
    }
  }

  @Test
  void oneTaskThatFailsFailsTheShuffle() throws Exception {
    try (LineCarrier carrier = carrier("yes", "no", "yes")) {
      carrier.start(shuffle("j/s"));
      assertThat(next(carrier)).isEqualTo(new Ended("j/s", Optional.of("as asked")));
    }
  }

  @Test
  void aToolThatEndsIsAnErrorThatNamesItsLog() throws Exception {
    try (LineCarrier carrier = carrier("die")) {
      carrier.start(shuffle("j/s"));
      assertThatThrownBy(() -> next(carrier)).isInstanceOf(IOException.class).hasMessageContaining("tool.log");
    }
  }
}
