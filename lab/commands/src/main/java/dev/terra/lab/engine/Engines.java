package dev.terra.lab.engine;

import dev.terra.testbed.engine.SparkVersion;

/** Makes engines by name. */
public final class Engines {
  private Engines() {}

  /**
   * Makes an engine.
   *
   * @param size factor on what the jobs read
   * @param scaleFactor of the tables of TPC-H, for those that have any, at size 1
   * @param spark the version of Spark
   */
  public static Engine create(EngineName name, double size, double scaleFactor, SparkVersion spark) {
    return switch (name) {
      case MR -> new MrEngine(size);
      case TEZ -> new TezEngine(size);
      case HIVE -> new HiveEngine(size, scaleFactor);
      case SPARK -> new SparkEngine(size, spark);
    };
  }
}
