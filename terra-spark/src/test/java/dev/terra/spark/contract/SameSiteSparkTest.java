package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.support.SparkSites;

/** The contract over Terra, with readers at the same site. Nothing goes through tunnels. */
class SameSiteSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA.readingAt("A");
  }

  @Override
  void check(SparkSites after, long came) {
    assertThat(came).isPositive();
    assertThat(after.delivered()).isZero();
  }
}
