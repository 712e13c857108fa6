package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchRequest;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a fetch during which the agent at the reducer's site is killed in the middle of the bytes, and is back soon. */
class AgentReturnTest {
  @TempDir
  private Path directory;
  private TwoSites sites;
  private List<Part> wanted;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
    wanted = sites.writeOutputs(200_000, 0, 100_000);
    sites.redirectAll();
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private List<Part> fetch() throws IOException {
    return new Reducer(sites.job(), "127.0.1.1", sites.origin().port()).fetch(1, 0, 1, 2).parts();
  }

  /** Lets the agent die when it has sent half of the bytes, and return one second later, after {@code asWhat} has set its behaviour. */
  private void agentDiesAndReturns(Runnable asWhat) {
    sites.fetchServer().behave(Behaviour.RESETS_IN_MID_BODY);
    sites.fetchServer().beforeItEnds(() -> {
      sites.killAgentB();
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> {
        asWhat.run();
        try {
          sites.restartAgentB();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    });
  }

  @Test
  void itIsAskedForTheRestAndNobodyGoesDirect() throws IOException {
    agentDiesAndReturns(() -> sites.fetchServer().behave(Behaviour.GOOD));
    assertThat(fetch()).isEqualTo(wanted);
    List<FetchRequest> requests = sites.fetchServer().requests();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0).getTakenBytesList()).isEmpty();
    // A reset may overtake bytes that were sent before it.
    long taken = requests.get(1).getTakenBytesList().stream().mapToLong(Long::longValue).sum();
    assertThat(taken).as("half of the bytes and of their checksums").isLessThanOrEqualTo((300_000 + 3 * Integer.BYTES) / 2);
    assertThat(requests.get(1).getTakenCrc32CCount()).isEqualTo(requests.get(1).getOutputsCount());
    sites.agentOf("B").awaitAttached();
    sites.awaitRelayCounters("\"relayedBytes\":300000,", "\"fallbacks\":0");
  }

  @Test
  void oneThatCannotGoOnIsLeft() throws IOException {
    agentDiesAndReturns(() -> {
      sites.fetchServer().forgetToResume();
      sites.fetchServer().behave(Behaviour.OTHER_MAPS);
    });
    assertThat(fetch()).isEqualTo(wanted);
    sites.agentOf("B").awaitAttached();
    sites.awaitRelayCounters("\"fallbacks\":1");
  }

  @Test
  void itsDeathsAreWaitedForAFewTimesWhileBytesCome() throws IOException {
    agentDiesAndReturns(() -> { });
    assertThat(fetch()).isEqualTo(wanted);
    assertThat(sites.fetchServer().requests()).as("the first, and one after each of five returns").hasSize(6);
    sites.agentOf("B").awaitAttached();
    sites.awaitRelayCounters("\"fallbacks\":1");
  }

  @Test
  void oneThatDiesAgainWithoutBytesIsNotWaitedFor() throws IOException {
    agentDiesAndReturns(() -> sites.fetchServer().behave(Behaviour.CLOSES_AT_ONCE));
    assertThat(fetch()).isEqualTo(wanted);
    assertThat(sites.fetchServer().requests()).as("the first, and one after its return").hasSize(2);
    sites.agentOf("B").awaitAttached();
    sites.awaitRelayCounters("\"fallbacks\":1");
  }
}
