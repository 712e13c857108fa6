package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TestTls;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of redirects, relays and direct fetches where the shuffle is encrypted. */
class EncryptedRelayTest {
  private static final int LARGE = 300_000;

  @TempDir
  private Path directory;
  private TwoSites sites;
  private List<Part> wanted;

  @BeforeEach
  void start() throws IOException {
    sites = TwoSites.encrypted(directory);
    wanted = sites.writeOutputs(LARGE, 0, 1, LARGE);
    sites.redirectAll();
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private Answer fetch() throws IOException {
    return sites.reducer().fetch(1, 0, 1, 2, 3);
  }

  private void assertServed(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.parts()).containsExactlyElementsOf(wanted);
  }

  @Test
  void throughTheAgent() throws IOException {
    assertServed(fetch());
    assertThat(sites.fetchServer().requests()).hasSize(1);
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":0,");
    sites.awaitRelayCounters("\"relayedBytes\":" + (2L * LARGE + 1), "\"fallbacks\":0");
  }

  @Test
  void resumesOverTlsWhereTheAgentStopped() throws IOException {
    sites.fetchServer().behave(Behaviour.CLOSES_IN_MID_BODY);
    assertServed(fetch());
    long fromAgent = (2L * LARGE + 1) / 2;
    sites.awaitRelayCounters("\"relayedBytes\":" + fromAgent + ",", "\"fallbacks\":1");
    sites.awaitOriginCounters("\"stockBytes\":" + (2L * LARGE + 1 - fromAgent) + ",");
  }

  @Test
  void relaysDirectlyWhenItsAgentIsAway() throws IOException {
    sites.agentOf("B").close();
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void whoeverIsSentBackComesOverTls() throws IOException {
    sites.forgetSitesAtRelay();
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void aNodeThatDoesNotEncryptIsNotRedirectedTo() throws IOException {
    sites.agentOf("A").decide(Kind.REDIRECT, sites.relay().port());
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  /**
   * Returns the status of a redirected request that names the relay and the origin. The test signs the redirect itself, as every holder of
   * the token can.
   */
  private int status(String relay, String from) throws IOException {
    Reducer reader = new Reducer(sites.job(), "127.0.0.1", sites.relay().port()).overTls();
    String uri = reader.uri(1, 0);
    String origin = from + TwoSites.until();
    byte[] hash = JobTokenSecretManager.computeHash(
        ("terra-relay-2\n" + relay + "\n" + origin + "\n" + uri).getBytes(StandardCharsets.UTF_8), sites.job().key());
    String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return reader.get(uri + "&terraOrigin=" + origin + "&terraSig=" + signature, uri, sites.origin().port()).status();
  }

  @Test
  void anOriginOfAnotherNameIsNotAsked() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    String relay = sites.agentOf("B").hello().getShuffleName();
    String origin = "127.0.1.1:" + sites.origin().port();
    assertThat(status(relay, origin + "/127.0.1.1")).isEqualTo(200);
    assertThat(status(relay, origin + "/elsewhere.example")).isEqualTo(502);
    assertThat(status(relay, origin)).as("without a name").isEqualTo(401);
    assertThat(status("127.0.0.3", origin + "/127.0.1.1")).as("for another node").isEqualTo(401);
    sites.awaitOriginCounters("\"stockBytes\":" + LARGE + ",");
  }

  @Test
  void whereReadersWouldNotTrustANodeItStaysStock() throws IOException {
    AtomicReference<TestNode> started = new AtomicReference<>();
    try (FakeAgent agent = new FakeAgent("B", 1)) {
      TestTls.onClassPath(() -> started.set(new TestNode(new TerraShuffleHandler(), directory.resolve("untrusted"), settings -> {
        TestTls.configure(settings);
        settings.set(SSLFactory.SSL_CLIENT_CONF_KEY, "no-such-file.xml");
        settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
      })));
      try (TestNode node = started.get()) {
        assertThat(agent.stockReason()).contains("mapreduce.shuffle.ssl.enabled").contains("no-such-file.xml");
        TestJob job = new TestJob(7);
        node.startJob(job);
        List<Part> parts = job.writeOutput(node.localDirectory(0), 0, 10, 20);
        assertThat(new Reducer(job, "127.0.0.1", node.port()).overTls().fetch(1, 0).parts()).containsExactly(parts.get(1));
      }
    }
  }
}
