package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests in which a reducer of site B fetches map outputs of site A: through Terra where that works, and whole in any case. */
class RedirectAndRelayTest {
  private static final int LARGE = 300_000;

  @TempDir
  private Path directory;
  private TwoSites sites;
  private List<Part> wanted;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
    prepare();
  }

  private void prepare() throws IOException {
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
    assertThat(sites.fetchServer().requests().get(0).getOriginIp()).isEqualTo("127.0.1.1");
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":0,", "\"bypassedBytes\":0,");
    sites.awaitRelayCounters("\"relayedBytes\":" + (2L * LARGE + 1), "\"fallbacks\":0");
  }

  @ParameterizedTest
  @EnumSource(value = Behaviour.class, names = {"GOOD", "FLIPS_A_BIT", "FLIPS_A_BIT_AND_CLOSES"}, mode = Mode.EXCLUDE)
  void whateverTheAgentDoes(Behaviour behaviour) throws IOException {
    sites = sites.anew(FastHandler.DEADLINE);
    prepare();
    sites.fetchServer().behave(behaviour);
    assertServed(fetch());
    boolean fellBack = behaviour != Behaviour.IN_DRIBLETS;
    sites.awaitRelayCounters("\"fallbacks\":" + (fellBack ? 1 : 0));
  }

  private HandlerSpan span() {
    Waiting.until("the handler tells of its part", () -> sites.agentOf("B").received().stream().anyMatch(HandlerMessage::hasSpan));
    return sites.agentOf("B").received().stream().filter(HandlerMessage::hasSpan).findFirst().orElseThrow().getSpan();
  }

  @Test
  void whatTheAgentTracesItHearsOf() throws IOException {
    String name = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
    sites.fetchServer().sayWithAnswers(SpanName.FIELD, name);
    assertServed(fetch());
    assertThat(span().getName()).isEqualTo(name);
    assertThat(span().getKind()).isEqualTo(HandlerSpan.Kind.RELAY);
    assertThat(span().getBytes()).isGreaterThan(2 * LARGE);
    assertThat(span().getFailed()).isFalse();
    assertThat(span().getEndUnixNanos()).isGreaterThan(span().getStartUnixNanos());
  }

  @Test
  void aTracedFetchSaysWhyItFellBack() throws IOException {
    sites.fetchServer().sayWithAnswers(SpanName.FIELD, "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331");
    sites.fetchServer().behave(Behaviour.CLOSES_IN_MID_BODY);
    assertServed(fetch());
    assertThat(span().getProblem()).startsWith("agent ").contains("connection closed at byte ");
    assertThat(span().getFailed()).as("the reducer has all of it").isFalse();
  }

  @Test
  void nothingIsToldOfWhatIsNotTraced() throws IOException {
    sites.fetchServer().sayWithAnswers(SpanName.FIELD, "not a name");
    assertServed(fetch());
    sites.awaitRelayCounters("\"relayedBytes\":" + (2L * LARGE + 1));
    long beats = sites.agentOf("B").received().stream().filter(HandlerMessage::hasHeartbeat).count();
    Waiting.until("a later message", () -> sites.agentOf("B").received().stream().filter(HandlerMessage::hasHeartbeat).count() > beats);
    assertThat(sites.agentOf("B").received()).noneMatch(HandlerMessage::hasSpan);
  }

  @Test
  void resumesWhereTheAgentStopped() throws IOException {
    sites.fetchServer().behave(Behaviour.CLOSES_IN_MID_BODY);
    assertServed(fetch());
    long fromAgent = (2L * LARGE + 1) / 2;
    sites.awaitRelayCounters("\"relayedBytes\":" + fromAgent + ",");
    sites.awaitOriginCounters("\"stockBytes\":" + (2L * LARGE + 1 - fromAgent) + ",");
  }

  @Test
  void aFailedAgentIsLeftAloneForAWhile() throws IOException {
    sites.fetchServer().behave(Behaviour.FAILS);
    assertServed(fetch());
    sites.fetchServer().behave(Behaviour.GOOD);
    assertThat(sites.reducer().fetch(0, 0).status()).isEqualTo(200);
    assertThat(sites.fetchServer().requests()).hasSize(1);
  }

  @Test
  void anAgentThatDeclinedIsAskedAgain() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    assertServed(fetch());
    sites.fetchServer().behave(Behaviour.GOOD);
    assertThat(sites.reducer().fetch(0, 0).status()).isEqualTo(200);
    assertThat(sites.fetchServer().requests()).hasSize(2);
  }

  @Test
  void relaysDirectlyWhenItsAgentIsAway() throws IOException {
    sites.agentOf("B").close();
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void aRepeatIsServedDirectly() throws IOException {
    assertServed(fetch());
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
    sites.endJob();
    sites.startJob();
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":2,");
  }

  @Test
  void bypassedFetchesAreStockAndMayBeRedirectedLater() throws IOException {
    sites.agentOf("A").decide(Kind.BYPASS, 0);
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"bypassedBytes\":" + (2L * LARGE + 1) + ",");
    sites.redirectAll();
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,");
  }

  @Test
  void anAgentThatDoesNotDecideCostsNoMoreThanTheDeadline() throws IOException {
    sites.agentOf("A").decide(offer -> Optional.empty());
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void aRedirectToNowhereIsStock() throws IOException {
    sites.agentOf("A").decide(Kind.REDIRECT, 0);
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":0,");
  }

  @Test
  void clientsThatDoNotFollowRedirectsAreServed() throws IOException {
    assertServed(sites.reducer().with("User-Agent", "AHC/2.1").fetch(1, 0, 1, 2, 3));
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"bypassedBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void fetchesInsideTheSiteAreCountedAsLocal() throws IOException {
    assertThat(new Reducer(sites.job(), "127.0.0.1", sites.relay().port()).fetch(1, 9).status()).isEqualTo(500);
    List<Part> local = sites.job().writeOutput(sites.relay().localDirectory(0), 9, 5, 6);
    Answer answer = new Reducer(sites.job(), "127.0.0.1", sites.relay().port()).fetch(1, 9);
    assertThat(answer.parts()).containsExactly(local.get(1));
    sites.awaitRelayCounters("\"localBytes\":6,");
  }

  @Test
  void anErrorOfTheOriginReachesTheReducer() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    sites.removeOutput(3);
    assertThat(fetch().status()).isEqualTo(500);
  }
}
