package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.engine.SparkConfig;
import dev.terra.testbed.engine.SparkRuntime;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.os.OwnJava;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Spark on YARN with the external shuffle service on a demo's cluster: its configuration with either shuffle, and its
 * clients.
 */
public final class SparkClients {
  /** The beginning of the line in which an executor that takes Spark's own path logs the reason. */
  private static final String STOCK_LINE = "Terra: stock: ";

  private final SparkRuntime runtime;
  private final Map<ShuffleMode, Path> configFolders = new EnumMap<>(ShuffleMode.class);
  private ClassArchive classes;
  private Path events;

  /** Makes the clients of a version of Spark. */
  public SparkClients(SparkVersion version) {
    this.runtime = new SparkRuntime(Installation.home(), version);
  }

  /** Installs what is needed on this machine. The testbed is not up yet. */
  public void install(Progress progress) throws IOException, InterruptedException {
    runtime.ensure(progress::say);
  }

  /** Returns the installation of Spark. */
  public SparkRuntime runtime() {
    return runtime;
  }

  /** Prepares a cluster that is up for Spark. */
  public void prepare(DemoCluster cluster) {
    classes = cluster.classes().only("spark", List.of(runtime.jars()), runtime.archive("classes"));
    events = cluster.folder("spark-events");
    cluster.control().useHandlersAt(SparkConfig.SEGMENT_PORT);
    configure(cluster, Map.of());
  }

  /** Writes the operator's files with additional properties. NodeManagers that start later, and jobs, use them. */
  public void configure(DemoCluster cluster, Map<String, String> properties) {
    Installation installation = cluster.installation();
    cluster.addToNodes(ShuffleMode.STOCK, SparkConfig.stockService(runtime).plus(properties));
    cluster.addToNodes(ShuffleMode.TERRA, SparkConfig.terraService(runtime, installation).plus(properties));
    for (ShuffleMode mode : ShuffleMode.values()) {
      String folder = "spark-" + mode.name().toLowerCase(Locale.ROOT);
      Map<String, String> more = new LinkedHashMap<>(properties);
      more.putAll(mode == ShuffleMode.TERRA ? SparkConfig.terraPlugin(runtime, installation) : Map.of());
      int executors = cluster.wan().sites().size();
      Path defaults = cluster.configure(folder + "/spark-defaults.conf", SparkConfig.defaults(runtime, executors, classes, events, more));
      cluster.configure(folder + "/log4j2.properties", SparkConfig.log());
      configFolders.put(mode, defaults.getParent());
    }
  }

  /**
   * Returns the command that submits a program and waits for it.
   *
   * @param programAndArguments a Python file and its arguments
   */
  public List<String> command(DemoCluster cluster, List<String> programAndArguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("env"));
    environment(cluster).forEach((name, value) -> command.add(name + "=" + value));
    command.add(runtime.home().resolve("bin/spark-submit").toString());
    command.addAll(programAndArguments);
    return command;
  }

  private Map<String, String> environment(DemoCluster cluster) throws IOException {
    Path configuration = configFolders.get(cluster.shuffle());
    return Map.of(
        "SPARK_HOME", runtime.home().toString(),
        "SPARK_CONF_DIR", configuration.toString(),
        "HADOOP_CONF_DIR", configuration.getParent().toString(),
        "JAVA_HOME", Path.of(OwnJava.command()).getParent().getParent().toString(),
        "SPARK_LOCAL_DIRS", cluster.folder("tmp").toString(),
        // At paths that every host sees: otherwise each container gets a copy over the WAN.
        "PYSPARK_ARCHIVES_PATH", runtime.pythonArchives().stream().map(path -> "local:" + path).collect(Collectors.joining(",")));
  }

  /** Returns the event log of an application that has ended. */
  public Path eventLog(String application) {
    return events.resolve(application);
  }

  /** Returns why executors of an application took Spark's own path; empty if they did not. */
  public Optional<String> whyStock(DemoCluster cluster, String application) throws IOException {
    return cluster.applications().containerLogLine(application, STOCK_LINE);
  }
}
