package dev.terra.lab.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionTest {
  @TempDir private Path folder;

  private Submission printing(String text) throws IOException, InterruptedException {
    Submission submission = new Submission(new ProcessBuilder("printf", "%s", text), folder.resolve("output"), folder.resolve("log"));
    assertThat(submission.await(Duration.ofSeconds(20))).isTrue();
    return submission;
  }

  @Test
  void aListOfShufflesIsAnAnswerToo() throws IOException, InterruptedException {
    try (Submission answer = printing("{\"wan\": \"triangle\", \"shuffles\": []}")) {
      assertThat(answer.printed().path("wan").asText()).isEqualTo("triangle");
    }
  }

  @Test
  void severalSubmittedShufflesHaveAResultEach() throws IOException, InterruptedException {
    try (Submission answer = printing("{\"complete\": true, \"shuffles\": [{\"seconds\": 1}, {\"seconds\": 2}]}")) {
      assertThat(answer.results()).hasSize(2);
    }
    try (Submission answer = printing("{\"complete\": true, \"seconds\": 3}")) {
      assertThat(answer.result().path("seconds").asInt()).isEqualTo(3);
    }
  }

  @Test
  void silenceIsNoResult() throws IOException, InterruptedException {
    try (Submission answer = printing("")) {
      assertThatThrownBy(answer::printed).isInstanceOf(IOException.class).hasMessageContaining("printed no result");
    }
  }
}
