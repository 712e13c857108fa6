package dev.terra.shuffle;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;

/** Terra's handler, installed but not told of any agent. */
class TerraWithoutAgentContractTest extends BasicFetchContract {
  @Override
  ShuffleHandler handler() {
    return new TerraShuffleHandler();
  }

  @Override
  void configure(Configuration settings) {
    // As it comes.
  }
}
