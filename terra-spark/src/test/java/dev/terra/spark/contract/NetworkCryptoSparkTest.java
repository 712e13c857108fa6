package dev.terra.spark.contract;

import dev.terra.agent.support.Await;
import dev.terra.spark.support.SparkSites;
import java.util.Map;

/** The contract over Terra, with {@code spark.authenticate} and {@code spark.network.crypto}. */
class NetworkCryptoSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA.with(Map.of("spark.authenticate", "true", "spark.network.crypto.enabled", "true"));
  }

  @Override
  void check(SparkSites after, long came) {
    Await.until("95 % of " + came + " bytes through tunnels", () -> after.delivered() >= came * 95 / 100);
  }
}
