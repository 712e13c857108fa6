package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ShuffleReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that all outputs about the expected end of a job show the same estimate. */
@Timeout(60)
class FinishCommandsTest {
  @TempDir
  private Path directory;
  private SpeakingSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new SpeakingSites(directory);
  }

  @AfterEach
  void stop() {
    sites.close();
  }

  private JsonNode json(String... words) throws IOException {
    SpeakingSites.Outcome outcome = sites.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return new ObjectMapper().readTree(outcome.out());
  }

  /** Waits until all jobs have an estimate, and returns the seconds until the end of each job that {@code jobs} prints. */
  private Map<String, Double> jobs(int count) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      JsonNode answer = json("jobs", "--json");
      Map<String, Double> seconds = new HashMap<>();
      for (JsonNode job : answer.path("items")) {
        if (job.path("expectedFinishAt").isTextual()) {
          seconds.put(job.path("id").asText(), Duration.between(Instant.parse(answer.path("at").asText()),
              Instant.parse(job.path("expectedFinishAt").asText())).toMillis() / 1000.0);
        }
      }
      if (seconds.size() == count) {
        return seconds;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("no estimate of all jobs within 30 s: " + json("jobs", "--json"));
  }

  @Test
  void jobsAndExplainAgreeOnTwoJobsOfWhichOneWaits() throws IOException, InterruptedException {
    sites.produced("small", 10_000_000_000L);
    sites.produced("large", 90_000_000_000L);

    Map<String, Double> listed = jobs(2);
    assertThat(listed.get("large")).as("it waits for the other one").isGreaterThan(5 * listed.get("small"));
    for (Map.Entry<String, Double> job : listed.entrySet()) {
      JsonNode finish = json("explain", job.getKey(), "--json").path("finish");
      assertThat(finish.path("secondsLeft").asDouble()).as(job.getKey() + ": " + finish).isCloseTo(job.getValue(), within(3.0));
      assertThat(sites.run("explain", job.getKey()).out()).contains("done in ").contains("if nothing else comes and no link changes");
    }
    assertThat(sites.run("jobs").out().lines().filter(line -> line.startsWith("large"))).singleElement().asString()
        .as("it has no rate, and an end all the same").contains("waiting").contains(" min ");
  }

  /** A has 9 GB for three reducers that have not begun. Nothing is planned, but the best sites of the reducers are known. */
  @Test
  void whereReducersAreBestRunIsExplainedBeforeTheyBegin() throws IOException, InterruptedException {
    sites.say("A", AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("job_1_0007")
        .addAllBytesByReducer(List.of(3_000_000_000L, 3_000_000_000L, 3_000_000_000L))));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (sites.run("explain", "job_1_0007").exitCode() != 0 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }

    assertThat(sites.run("explain", "job_1_0007").out()).contains("nothing is planned for shuffle job_1_0007",
        "where its 3 reducers are best run, of which 0 have begun, for the 9.00 GB",
        "reducers at A 3: 0.0 s instead of ", " at A 1, B 1, C 1");
    JsonNode placement = json("explain", "job_1_0007", "--json").path("placement");
    assertThat(placement.path("application").asText()).isEqualTo("application_1_0007");
    assertThat(placement.path("seconds").asDouble()).isZero();
    assertThat(placement.path("otherwiseSeconds").asDouble()).isGreaterThan(20);
  }
}
