package dev.terra.spark.plugin;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Lets executors fetch shuffle blocks of other sites through Terra. Name it in {@code spark.plugins} of {@code spark-defaults.conf}. Where
 * a condition is not met, Spark works as it does without Terra, and one line in the executor's log has the reason.
 */
public final class TerraSparkPlugin implements SparkPlugin {
  /** Makes the plugin; Spark calls this by reflection. */
  public TerraSparkPlugin() {}

  /** Returns null, since nothing is to be done in the driver. */
  @Override
  public @Nullable DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new TerraExecutorPlugin();
  }
}
