package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.DscpOfClasses;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that responses to another site carry the mark of their job's latency class. The mark is read from the socket's option. */
class MarkedResponsesTest {
  private static final int INTERACTIVE = 18 << 2;
  private static final int NORMAL = 4 << 2;
  private static final int BULK = 1 << 2;

  @TempDir
  private Path directory;
  private TwoSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory, settings -> settings.setBoolean(ShuffleHandler.SHUFFLE_CONNECTION_KEEP_ALIVE_ENABLED, true));
    sites.writeOutputs(1_000);
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private void say(ClassName name) {
    ClassRules.Builder rules = ClassRules.newBuilder()
        .setMarks(DscpOfClasses.newBuilder().setInteractive(INTERACTIVE >> 2).setNormal(NORMAL >> 2).setBulk(BULK >> 2));
    String application = sites.job().application().toString();
    if (name != ClassName.CLASS_NORMAL) {
      rules.addJobs(ClassOfJob.newBuilder().setJob(application).setName(name));
    }
    sites.agentOf("A").say(AgentMessage.newBuilder().setClasses(rules).build());
  }

  private RawClient connect() throws IOException {
    return new RawClient("127.0.1.1", sites.origin().port());
  }

  private List<ClassName> offered() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasOffer)
        .map(message -> message.getOffer().getLatencyClass()).toList();
  }

  private void fetch(RawClient client) throws IOException {
    RawClient.Response response =
        client.send(RawClient.request(sites.job(), sites.reducer().uri(1, 0), sites.origin().port())).read();
    assertThat(response.head()).startsWith("HTTP/1.1 200");
  }

  /** Fetches until the connection has the given mark. A mark changes with the next response, and the agent's message may need a moment. */
  private void awaitMark(RawClient client, int value) {
    Waiting.until("the mark " + value, () -> {
      try {
        fetch(client);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return ((FastHandler) sites.origin().handler()).typesOfService().contains(value);
    });
  }

  @Test
  void whatBypassesHasTheClassOfItsJobAndFollowsTheAgent() throws IOException {
    sites.agentOf("A").decide(Kind.BYPASS, 0);
    try (RawClient client = connect()) {
      fetch(client);
      assertThat(((FastHandler) sites.origin().handler()).typesOfService()).as("before any agent has said the classes")
          .containsOnly(0);
      assertThat(offered()).containsOnly(ClassName.CLASS_UNSPECIFIED);
      say(ClassName.CLASS_INTERACTIVE);
      awaitMark(client, INTERACTIVE);
      fetch(client);
      assertThat(offered()).as("the agent hears of it with the offer").contains(ClassName.CLASS_INTERACTIVE)
          .doesNotContain(ClassName.CLASS_NORMAL);
      say(ClassName.CLASS_NORMAL);
      awaitMark(client, NORMAL);
      say(ClassName.CLASS_BULK);
      awaitMark(client, BULK);
    }
  }

  @Test
  void whatTerraWouldHavePlannedIsNormalAtMost() throws IOException {
    sites.agentOf("A").decide(Kind.STOCK, 0);
    say(ClassName.CLASS_INTERACTIVE);
    try (RawClient client = connect()) {
      awaitMark(client, NORMAL);
    }
  }

  @Test
  void whatStaysInItsSiteIsNotMarked() throws IOException {
    say(ClassName.CLASS_INTERACTIVE);
    sites.agentOf("A").decide(Kind.BYPASS, 0);
    try (RawClient elsewhere = connect()) {
      awaitMark(elsewhere, INTERACTIVE);
    }
    Waiting.until("that connection is gone", () -> !((FastHandler) sites.origin().handler()).typesOfService().contains(INTERACTIVE));
    try (RawClient client = RawClient.from("127.0.1.1", sites.origin().port())) {
      fetch(client);
      assertThat(((FastHandler) sites.origin().handler()).typesOfService()).containsOnly(0);
    }
  }
}
