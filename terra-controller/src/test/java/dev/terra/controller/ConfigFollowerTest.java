package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.queue.UncompressedJob;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.topology.RandomTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFollowerTest {
  private static final String REST = "topology: swan.yaml\nlisten: 127.0.0.1:7100\n";
  private static final FollowedKeys USUAL = new FollowedKeys(LatencyClasses.USUAL, UncompressedJobs.NONE);
  private static final long DEADLINE_SECONDS = 60;

  @TempDir
  private Path directory;
  private final BlockingQueue<FollowedKeys> taken = new LinkedBlockingQueue<>();

  private Path write(String classes) throws IOException {
    return Files.writeString(directory.resolve("controller.yaml"), REST + classes);
  }

  private FollowedKeys next() throws InterruptedException {
    FollowedKeys next = taken.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  @Test
  void takesWhatAChangedFileSaysAndKeepsItWhileThatCannotBeUsed() throws Exception {
    Path file = write("");
    try (ConfigFollower follower =
        ConfigFollower.start(file, USUAL, RandomTopology.generate(3, 3, 1), taken::add)) {
      write("classes: {jobs: {interactive: [{queue: adhoc}]}}\n");
      assertThat(next().classes().of("adhoc", "ann")).isEqualTo(LatencyClass.INTERACTIVE);
      write("classes: {jobs: {interactive: [{}]}}\n");
      follower.poll();
      write("classes: {targets: {interactive: [{percentile: 99, bytes: 1, millis: 1, from: nowhere, to: no}]}}\n");
      follower.poll();
      assertThat(taken).isEmpty();
      write("classes: {jobs: {bulk: [{queue: adhoc}]}}\n");
      assertThat(next().classes().of("adhoc", "ann")).isEqualTo(LatencyClass.BULK);
      write("classes: {jobs: {bulk: [{queue: adhoc}]}}\ncompression: {off: [{queue: adhoc}]}\n");
      assertThat(next().uncompressed().jobs()).containsExactly(new UncompressedJob("adhoc", null, null));
    }
  }
}
