package dev.terra.shuffle;

import dev.terra.shuffle.support.FakeAgent;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.junit.jupiter.api.AfterAll;

/** Terra's handler with an agent, and a client of the same site. */
class TerraInItsSiteContractTest extends BasicFetchContract {
  private FakeAgent agent;

  @Override
  ShuffleHandler handler() {
    return new TerraShuffleHandler();
  }

  @Override
  void configure(Configuration settings) throws IOException {
    agent = new FakeAgent("B", 1);
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
