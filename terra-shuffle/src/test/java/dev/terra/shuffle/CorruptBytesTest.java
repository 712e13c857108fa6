package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests in which a bit changes between the reducer's agent and its node: no reducer takes the response for whole, and the next response is
 * right.
 */
class CorruptBytesTest {
  private static final int LARGE = 300_000;

  @TempDir
  private Path directory;
  private TwoSites sites;
  private List<Part> wanted;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
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
  void aResponseInWhichABitHasChangedIsCutShort() throws IOException {
    sites.fetchServer().behave(Behaviour.FLIPS_A_BIT);
    assertThatThrownBy(this::fetch).as("fewer bytes than announced").isInstanceOf(IOException.class);
    assertServed(fetch());
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void anAgentThatSentSomethingElseAndEndedIsNotGoneOnFrom() throws IOException {
    sites.fetchServer().behave(Behaviour.FLIPS_A_BIT_AND_CLOSES);
    assertThatThrownBy(this::fetch).as("fewer bytes than announced").isInstanceOf(IOException.class);
    assertServed(fetch());
  }

  @Test
  void whatAnAgentHadSentOfASegmentIsComparedWithItsOrigin() throws IOException {
    sites.fetchServer().behave(Behaviour.CLOSES_IN_MID_SEGMENT);
    assertServed(fetch());
    sites.awaitRelayCounters("\"fallbacks\":1");
    sites.awaitOriginCounters("\"stockBytes\":" + (2L * LARGE + 1) + ",");
  }

  @Test
  void anAgentWithoutChecksumsIsBelieved() throws IOException {
    sites.fetchServer().forgetChecksums();
    assertServed(fetch());
    sites.awaitRelayCounters("\"relayedBytes\":" + (2L * LARGE + 1) + ",", "\"fallbacks\":0");
  }
}
