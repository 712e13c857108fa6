package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.support.SparkSites;

/** The contract over Terra, where everything that is read is too small to be carried. */
class BypassedSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA.bypass(3_600);
  }

  @Override
  void check(SparkSites after, long came) {
    assertThat(came).isPositive();
    assertThat(after.delivered()).isZero();
  }
}
