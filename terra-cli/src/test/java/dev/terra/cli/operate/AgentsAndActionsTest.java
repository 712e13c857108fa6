package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.operate.SpeakingSites.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code agents}, {@code actions}, {@code cancel} and {@code network status} as command lines, over HTTP with a token. */
@Timeout(60)
class AgentsAndActionsTest {
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

  private JsonNode items(String... words) throws IOException {
    Outcome outcome = sites.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return new ObjectMapper().readTree(outcome.out()).path("items");
  }

  private void awaitItems(int count, String... words) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (items(words).size() != count && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(items(words)).hasSize(count);
  }

  @Test
  void agentsListsTheAgentOfEachSite() throws IOException, InterruptedException {
    awaitItems(3, "agents", "--state", "live", "--json");
    Outcome text = sites.run("agents");
    assertThat(text.out()).contains("SITE", "AGENT", "A-gw", "B-gw", "C-gw", "live").doesNotContain("null");
    assertThat(items("agents", "--site", "B", "--json")).singleElement().satisfies(agent -> {
      assertThat(agent.path("name").asText()).isEqualTo("B-gw");
      assertThat(agent.path("state").asText()).isEqualTo("live");
      assertThat(agent.path("slices").path(0).path("address").asText()).startsWith("127.0.0.1:");
    });
    assertThat(items("agents", "--state", "lost", "--json")).isEmpty();
    assertThat(sites.run("agents", "--state", "tired").exitCode()).isEqualTo(ExitCode.REFUSED.number());
  }

  @Test
  void actionsListsWhatHoldsAndWhatWasTakenBack() throws IOException {
    assertThat(sites.run("drain", "link", "A::C", "--reason", "new fibre").exitCode()).isZero();
    assertThat(sites.run("drain", "site", "C").exitCode()).isZero();
    assertThat(sites.run("undo", "a2").exitCode()).isZero();

    assertThat(items("actions", "--json")).hasSize(2);
    assertThat(items("actions", "--in-force", "--json")).singleElement().satisfies(action -> {
      assertThat(action.path("target").asText()).isEqualTo("A::C");
      assertThat(action.path("by").asText()).isEqualTo("ops");
    });
    assertThat(sites.run("actions").out().lines().filter(line -> line.startsWith("a1"))).singleElement().asString()
        .contains("drain-link", "A::C", "ops", "yes", "terra undo a1", "new fibre");
    assertThat(sites.run("undo", "a2").exitCode()).as("it no longer holds").isEqualTo(ExitCode.REFUSED.number());
  }

  @Test
  void cancelEndsAShuffleAndSaysWhatIsNotThere() throws IOException, InterruptedException {
    sites.produced("job", 10_000_000_000L);
    awaitItems(1, "jobs", "--json");
    Outcome done = sites.run("cancel", "shuffle", "job", "--reason", "not needed");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).contains("cancel-shuffle job");
    awaitItems(0, "jobs", "--json");
    Outcome again = sites.run("cancel", "shuffle", "job");
    assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(again.err()).contains("no shuffle 'job' is running");
    assertThat(sites.run("cancel", "job", "nightly").err()).contains("no submitted shuffle of the job 'nightly' is running");
  }

  @Test
  void networkStatusComesOverHttpWithAToken() throws IOException {
    Outcome text = sites.run("network", "status");
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out()).contains("overlay");
    assertThat(new ObjectMapper().readTree(sites.run("network", "status", "--json").out()).isObject()).isTrue();
    Path other = Files.writeString(directory.resolve("other"), "f".repeat(32) + "\n");
    Outcome stranger = SpeakingSites.bare("network", "status", "--controller", sites.url(), "--token-file", other.toString());
    assertThat(stranger.exitCode()).isNotZero();
    assertThat(stranger.err()).contains("this token is not known").contains("other");
  }
}
