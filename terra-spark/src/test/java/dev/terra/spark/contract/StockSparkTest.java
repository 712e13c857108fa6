package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.support.SparkSites;

/** The contract over Spark's own service and client. */
class StockSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA.stock();
  }

  @Override
  void check(SparkSites after, long came) {
    assertThat(came).isPositive();
    assertThat(after.delivered()).isZero();
  }
}
