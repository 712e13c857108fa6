package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.support.SparkSites;

/** The contract over Terra, where the agent of the readers' site has stopped. All blocks take the stock path. */
class AgentAwaySparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA;
  }

  @Override
  void prepare(SparkSites started) {
    started.wan().stopAgent("B");
  }

  @Override
  void check(SparkSites after, long came) {
    assertThat(came).isPositive();
    assertThat(after.delivered()).isZero();
  }
}
