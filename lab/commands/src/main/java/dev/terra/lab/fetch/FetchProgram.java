package dev.terra.lab.fetch;

import dev.terra.lab.bed.RunningTool;
import dev.terra.testbed.Installation;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.engine.SparkRuntime;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.plan.Host;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A program that serves or fetches in a case. */
record FetchProgram(String classPath, String mainClass) {
  private static final int HEAP_MEGABYTES = 192;
  private static final String OF_HADOOP = "dev.terra.shuffle.bench.";
  private static final String OF_SPARK = "dev.terra.testbed.spark.";

  /** Returns the program that serves: the stock one or, with an agent, Terra's. */
  static FetchProgram handler(FetchCase what) {
    return what.ofSpark()
        ? new FetchProgram(path(spark().benchJars() + "/*", installation().sparkServiceJar().toString(), spark().serviceJars() + "/*",
            installation().hadoopLibraries() + "/*"), OF_SPARK + "ServiceServer")
        : new FetchProgram(hadoopPath(), OF_HADOOP + "HandlerServer");
  }

  /** Returns the program that fetches. */
  static FetchProgram reducers(FetchCase what) {
    return what.ofSpark()
        ? new FetchProgram(path(spark().benchJars() + "/*", installation().sparkPluginJar().toString(), spark().jars() + "/*"),
            OF_SPARK + "Fetchers")
        : new FetchProgram(hadoopPath(), OF_HADOOP + "Reducers");
  }

  /** Returns the program that fetches at given moments. */
  static FetchProgram timed() {
    return new FetchProgram(hadoopPath(), OF_HADOOP + "TimedFetches");
  }

  /** Returns the program that fetches without an end. */
  static FetchProgram looping() {
    return new FetchProgram(hadoopPath(), OF_HADOOP + "LoopingReaders");
  }

  /** Starts the program on a host, where its own processor time does not count. */
  RunningTool start(Testbed testbed, Host host, String name, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(OwnJava.command(), "-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true", "-cp", classPath, mainClass));
    command.addAll(arguments);
    return new RunningTool(testbed.command(host.name(), command), testbed.directory().file("log", host.name() + "-" + name + ".log"));
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

  /** Returns the Spark whose programs run. */
  static SparkRuntime spark() {
    return new SparkRuntime(Installation.home(), SparkVersion.V3_5);
  }
}
