package dev.terra.shuffle;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;

/** Hadoop's own handler. */
class StockHandlerContractTest extends BasicFetchContract {
  @Override
  ShuffleHandler handler() {
    return new ShuffleHandler();
  }

  @Override
  void configure(Configuration settings) {
    // As it comes.
  }
}
