package dev.terra.spark.plugin;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Lets executors fetch shuffle blocks of other sites through Terra: name it in {@code spark.plugins} of {@code spark-defaults.conf}. Where
 * anything is not as it has to be, Spark does as it always does, and one line in the executor's log says why.
 */
public final class TerraSparkPlugin implements SparkPlugin {
  /** Spark makes it by its name. */
  public TerraSparkPlugin() {}

  /** Nothing is to be done in the driver. */
  @Override
  public @Nullable DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new TerraExecutorPlugin();
  }
}
