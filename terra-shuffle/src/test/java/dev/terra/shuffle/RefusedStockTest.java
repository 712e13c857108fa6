package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.api.v1.QueueResidency;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a job of the queue {@code etl} that has a reader at another site which only the stock path could serve. */
class RefusedStockTest {
  @TempDir
  private Path directory;
  private TwoSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
    sites.job().writeConfiguration(sites.origin().localDirectory(0), 1);
    sites.writeOutputs(1_000);
    sites.agentOf("A").decide(Kind.STOCK, 0);
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private void say(String queue, boolean refused) {
    sites.agentOf("A").say(AgentMessage.newBuilder().setResidency(QueueResidency.newBuilder().addQueues(
        QueuePlaces.newBuilder().setQueue(queue).addAvoided("C").setStockRefused(refused))).build());
  }

  private String fetch(RawClient client) throws IOException {
    try (client) {
      return client.send(RawClient.request(sites.job(), sites.reducer().uri(1, 0), sites.origin().port())).read().head();
    }
  }

  private String fetchFromB() {
    try {
      return fetch(new RawClient("127.0.1.1", sites.origin().port()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReaderAtAnotherSiteIsToldTheRuleTheQueueAndTheSites() throws IOException {
    assertThat(fetchFromB()).as("without a rule").startsWith("HTTP/1.1 200");
    say("etl", true);
    Waiting.until("the rule holds", () -> fetchFromB().startsWith("HTTP/1.1 403"));
    assertThat(fetchFromB()).contains("residency of queue etl").contains("off C ").contains("from A to B").contains("stockPath: refuse");
    assertThat(fetch(RawClient.from("127.0.1.1", sites.origin().port()))).as("at its own site").startsWith("HTTP/1.1 200");
    say("etl", false);
    Waiting.until("the rule only warns", () -> fetchFromB().startsWith("HTTP/1.1 200"));
  }

  @Test
  void theRuleHoldsAfterTheAgentHasGoneAndForNoOtherQueue() throws IOException {
    assertThat(fetchFromB()).startsWith("HTTP/1.1 200");
    say("other", true);
    say("etl", true);
    Waiting.until("the last word counts", () -> fetchFromB().startsWith("HTTP/1.1 403"));
    say("other", true);
    Waiting.until("it is another queue's", () -> fetchFromB().startsWith("HTTP/1.1 200"));
    say("etl", true);
    Waiting.until("the rule holds", () -> fetchFromB().startsWith("HTTP/1.1 403"));
    sites.agentOf("A").close();
    assertThat(fetchFromB()).startsWith("HTTP/1.1 403");
  }
}
