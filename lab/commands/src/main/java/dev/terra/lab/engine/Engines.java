package dev.terra.lab.engine;

import dev.terra.testbed.engine.SparkVersion;

/** Makes engines by name. */
public final class Engines {
  private Engines() {}

  /**
   * Makes an engine.
   *
   * @param size factor on what the jobs read
   * @param scaleFactor of the tables of TPC-H at size 1, for engines that use them
   * @param spark the version of Spark
   * @param mapOutput how jobs of MapReduce compress the outputs of their maps
   * @throws IllegalArgumentException if the engine's jobs cannot do that
   */
  public static Engine create(EngineName name, double size, double scaleFactor, SparkVersion spark, MapOutputCompression mapOutput) {
    mapOutput.expectKnownTo(name);
    return switch (name) {
      case MR -> MrEngine.rows(size, InputShares.EVEN, mapOutput);
      case MR_TEXT -> MrEngine.text(size, InputShares.EVEN, mapOutput);
      case TEZ -> new TezEngine(size);
      case HIVE -> new HiveEngine(size, scaleFactor);
      case SPARK -> new SparkEngine(size, spark);
    };
  }

  /**
   * Makes an engine whose jobs' input can be divided unevenly among sites: MapReduce with either pair of jobs, or Tez
   * with one.
   *
   * @throws IllegalArgumentException if the name is that of another engine
   */
  public static Engine withShares(EngineName name, double size, InputShares shares) {
    return switch (name) {
      case MR -> MrEngine.rows(size, shares, MapOutputCompression.OFF);
      case MR_TEXT -> MrEngine.text(size, shares, MapOutputCompression.OFF);
      case TEZ -> TezEngine.words(size, shares);
      case HIVE, SPARK -> throw new IllegalArgumentException("the input of " + name.label() + " is divided evenly; use mr, mr-text or tez");
    };
  }
}
