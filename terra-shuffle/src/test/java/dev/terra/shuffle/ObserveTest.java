package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a node that only observes, and of a node where some jobs take part: all fetches are reported to agents, and only those of jobs
 * that take part are redirected.
 */
class ObserveTest {
  @TempDir
  private Path directory;
  private TwoSites sites;

  private Answer fetch(Consumer<Configuration> settings) throws IOException {
    sites = new TwoSites(directory, settings);
    List<Part> wanted = sites.writeOutputs(1_000, 2_000);
    sites.redirectAll();
    Answer answer = sites.reducer().fetch(1, 0, 1);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.parts()).containsExactlyElementsOf(wanted);
    return answer;
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private List<HandlerMessage> told() {
    return sites.agentOf("A").received();
  }

  private boolean allDescribedAs(boolean observed) {
    List<ShuffleDescription> descriptions = told().stream().filter(HandlerMessage::hasDescription).map(HandlerMessage::getDescription)
        .toList();
    return !descriptions.isEmpty() && descriptions.stream().allMatch(description -> description.getObserved() == observed);
  }

  private void assertOnlyTold() {
    assertThat(sites.fetchServer().requests()).isEmpty();
    Waiting.until("the agent is told who reads", () -> told().stream().anyMatch(HandlerMessage::hasOffer));
    assertThat(told()).anyMatch(HandlerMessage::hasMapOutputs);
    assertThat(allDescribedAs(true)).isTrue();
    Waiting.until("the agent is told that nobody was redirected", () -> told().stream().anyMatch(HandlerMessage::hasUnsent));
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"bypassedBytes\":3000,", "\"stockBytes\":0,");
  }

  @Test
  void whoObservesTellsEverythingAndRedirectsNothing() throws IOException {
    fetch(settings -> settings.set("terra.mode", "observe"));
    assertOnlyTold();
  }

  @Test
  void aJobOfAnotherUserIsOnlyToldOf() throws IOException {
    fetch(settings -> settings.set("terra.canary.users", "somebody-else"));
    assertOnlyTold();
  }

  @Test
  void aJobOfNoneOfTheQueuesIsOnlyToldOf() throws IOException {
    fetch(settings -> settings.set("terra.canary.queues", "etl"));
    assertOnlyTold();
  }

  @Test
  void aJobThatTakesPartIsRedirected() throws IOException {
    fetch(settings -> settings.set("terra.canary.users", "somebody-else," + new TestJob(1).user()));
    assertThat(sites.fetchServer().requests()).hasSize(1);
    assertThat(allDescribedAs(false)).isTrue();
    sites.awaitOriginCounters("\"redirectedFetches\":1,");
  }
}
