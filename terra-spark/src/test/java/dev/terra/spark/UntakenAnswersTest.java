package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.support.Await;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import dev.terra.spark.support.SparkSites;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an executor which keeps sending requests, and reads no answer, does not fill the memory of a NodeManager. */
class UntakenAnswersTest {
  private static final PullRequest HELLO = new PullRequest.Hello("default");

  @TempDir
  private Path directory;

  @Test
  void anApplicationGetsNoMoreAnswersThanItTakes() throws Exception {
    try (SparkSites sites = new SparkSites(directory, SparkSites.Options.TERRA)) {
      BlockStoreClient greedy = sites.stockClient();
      for (int i = 0; i < PullHandler.MOST_ANSWERS_TO_ONE; i++) {
        sites.askOnly(greedy, HELLO).get(20, TimeUnit.SECONDS);
      }
      assertThatThrownBy(() -> sites.askOnly(greedy, HELLO).get(20, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
          .hasMessageContaining("too many answers to ").hasMessageContaining(" are under way");
      greedy.close();
      Await.until("the answers went with their connection", () -> answers(sites));
      for (int i = 0; i < 2 * PullHandler.MOST_ANSWERS_TO_ONE; i++) {
        assertThat(sites.ask(HELLO)).as("one that is taken makes room").isEqualTo(PullReply.Kind.READY);
      }
    }
  }

  private static boolean answers(SparkSites sites) {
    try {
      return sites.ask(HELLO) == PullReply.Kind.READY;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
