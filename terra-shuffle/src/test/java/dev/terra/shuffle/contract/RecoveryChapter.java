package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Recovery after a restart of the NodeManager")
abstract class RecoveryChapter extends ContractChapter {
  private Path state(String name) throws IOException {
    return Files.createDirectories(directory().resolve(name));
  }

  @Test
  @DisplayName("with recovery, running jobs are served after a restart without being announced again; ended jobs are not served")
  void recovers() throws IOException {
    TestJob running = new TestJob(21);
    TestJob over = new TestJob(22);
    Path state = state("recovers");
    List<Part> parts;
    try (TestNode before = startNode(Optional.of(state))) {
      before.startJob(running);
      before.startJob(over);
      parts = running.writeOutput(before.localDirectory(0), 0, 100, 200);
      over.writeOutput(before.localDirectory(0), 0, 100, 200);
      assertThat(reducer(running, before).fetch(1, 0).parts()).containsExactly(parts.get(1));
      before.endJob(over);
    }
    try (TestNode after = startNode(Optional.of(state))) {
      assertThat(reducer(running, after).fetch(1, 0).parts()).containsExactly(parts.get(1));
      assertThat(reducer(over, after).fetch(1, 0).status()).isEqualTo(401);
    }
    assertThat(state.resolve("mapreduce_shuffle_state")).isDirectory();
  }

  @Test
  @DisplayName("without recovery, jobs are unknown after a restart until they are announced again")
  void forgets() throws IOException {
    TestJob running = new TestJob(23);
    List<Part> parts;
    try (TestNode before = startNode(Optional.empty())) {
      before.startJob(running);
      parts = running.writeOutput(before.localDirectory(0), 0, 100, 200);
    }
    try (TestNode after = startNode(Optional.empty())) {
      assertThat(reducer(running, after).fetch(1, 0).status()).isEqualTo(401);
      after.startJob(running);
      assertThat(reducer(running, after).fetch(1, 0).parts()).containsExactly(parts.get(1));
    }
  }

  @Test
  @DisplayName("the handler reads the state that Hadoop's handler has left, and Hadoop's handler reads the state that this handler leaves")
  void exchangesState() throws IOException {
    TestJob running = new TestJob(24);
    Path state = state("exchange");
    List<Part> parts;
    try (TestNode hadoop = startHadoopsNode(state)) {
      hadoop.startJob(running);
      parts = running.writeOutput(hadoop.localDirectory(0), 0, 100, 200);
    }
    try (TestNode own = startNode(Optional.of(state))) {
      assertThat(reducer(running, own).fetch(1, 0).parts()).containsExactly(parts.get(1));
    }
    try (TestNode hadoop = startHadoopsNode(state)) {
      assertThat(reducer(running, hadoop).fetch(0, 0).parts()).containsExactly(parts.get(0));
    }
  }

  @Test
  @DisplayName("a job that is announced twice is one job")
  void twice() throws IOException {
    TestJob running = new TestJob(25);
    try (TestNode node = startNode(Optional.of(state("twice")))) {
      node.startJob(running);
      node.startJob(running);
      List<Part> parts = running.writeOutput(node.localDirectory(0), 0, 100);
      assertThat(reducer(running, node).fetch(0, 0).parts()).isEqualTo(parts);
      node.endJob(running);
      assertThat(reducer(running, node).fetch(0, 0).status()).isEqualTo(401);
    }
  }
}
