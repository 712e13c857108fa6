package dev.terra.spark.contract;

import dev.terra.agent.support.Await;
import dev.terra.spark.support.SparkSites;

/** Terra's, and the readers are at another site. */
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
