package dev.terra.lab.fetch;

import dev.terra.testbed.Installation;
import dev.terra.testbed.engine.SparkRuntime;
import dev.terra.testbed.engine.SparkVersion;
import java.io.File;

/** A program that serves or fetches in a case. */
record FetchProgram(String classPath, String mainClass) {
  private static final String OF_HADOOP = "dev.terra.shuffle.bench.";
  private static final String OF_SPARK = "dev.terra.testbed.spark.";

  /** What serves: stock or, with an agent, Terra's. */
  static FetchProgram handler(FetchCase what) {
    return what.ofSpark()
        ? new FetchProgram(path(spark().benchJars() + "/*", installation().sparkServiceJar().toString(), spark().serviceJars() + "/*",
            installation().hadoopLibraries() + "/*"), OF_SPARK + "ServiceServer")
        : new FetchProgram(hadoopPath(), OF_HADOOP + "HandlerServer");
  }

  /** What fetches. */
  static FetchProgram reducers(FetchCase what) {
    return what.ofSpark()
        ? new FetchProgram(path(spark().benchJars() + "/*", installation().sparkPluginJar().toString(), spark().jars() + "/*"),
            OF_SPARK + "Fetchers")
        : new FetchProgram(hadoopPath(), OF_HADOOP + "Reducers");
  }

  /** What fetches at given moments. */
  static FetchProgram timed() {
    return new FetchProgram(hadoopPath(), OF_HADOOP + "TimedFetches");
  }

  private static String hadoopPath() {
    return path(Installation.home().resolve("lab/shuffle-bench/target/lib") + "/*", installation().shuffleJar().toString(),
        installation().hadoopLibraries() + "/*");
  }

  private static String path(String... elements) {
    return String.join(File.pathSeparator, elements);
  }

  private static Installation installation() {
    return Installation.inSourceTree(Installation.home());
  }

  /** The Spark whose programs they are. */
  static SparkRuntime spark() {
    return new SparkRuntime(Installation.home(), SparkVersion.V3_5);
  }
}
