package dev.terra.shuffle;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.shuffle.support.FakeAgent;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.AfterAll;

/** Terra's handler with an agent that says bypass to every fetch of the client, which is in another site. */
class TerraAcrossSitesContractTest extends BasicFetchContract {
  private FakeAgent agent;

  @Override
  ShuffleHandler handler() {
    return new TerraShuffleHandler();
  }

  @Override
  void configure(Configuration settings) throws IOException {
    agent = new FakeAgent("A", 1);
    agent.decide(Kind.BYPASS, 0);
    settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
  }

  @Override
  void started() {
    agent.awaitAttached();
  }

  @AfterAll
  void stopAgent() {
    agent.close();
  }
}
