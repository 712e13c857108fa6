package dev.terra.shuffle;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;

/** Terra's handler, whose agent does not run. */
class TerraWithAbsentAgentContractTest extends BasicFetchContract {
  @Override
  ShuffleHandler handler() {
    return new TerraShuffleHandler();
  }

  @Override
  void configure(Configuration settings) {
    settings.set(ShuffleSettings.AGENTS_KEY, "127.0.0.1:1");
  }
}
