package dev.terra.spark.contract;

import dev.terra.agent.support.Await;
import dev.terra.spark.support.SparkSites;

/** The contract over Terra, with readers at another site. */
class OtherSiteSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA;
  }

  @Override
  void check(SparkSites after, long came) {
    Await.until("95 % of " + came + " bytes through tunnels", () -> after.delivered() >= came * 95 / 100);
  }
}
