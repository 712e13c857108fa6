package dev.terra.testbed.engine;

import com.google.common.collect.ImmutableMap;
import dev.terra.testbed.Installation;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.NodeAdditions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The configuration of Spark for a testbed, all of it in the operator's files: what small containers need, and the
 * external shuffle service. All other settings have Spark's defaults.
 */
public final class SparkConfig {
  /** The port at which the shuffle service of a NodeManager serves executors. */
  public static final int SERVICE_PORT = 7337;
  /** The name by which executors refer to the auxiliary service. */
  public static final String SERVICE = "spark_shuffle";
  /** The port at which Terra's shuffle service for Spark serves its counters. */
  public static final int SEGMENT_PORT = 7338;
  private static final String STOCK_SERVICE = "org.apache.spark.network.yarn.YarnShuffleService";
  private static final String TERRA_SERVICE = "dev.terra.spark.TerraShuffleService";
  private static final String PLUGIN = "dev.terra.spark.plugin.TerraSparkPlugin";
  private static final String AUXILIARY = "yarn.nodemanager.aux-services";
  private static final int DRIVER_MEGABYTES = 512;
  private static final int MASTER_MEGABYTES = 384;
  private static final int MASTER_OVERHEAD_MEGABYTES = 128;
  private static final int EXECUTOR_MEGABYTES = 768;
  /**
   * Additional memory that an executor is booked with: more than a node's masters together, so that the emptiest node
   * is always one without an executor of the job. Otherwise a comparison of runs compares placements.
   */
  private static final int EXECUTOR_OVERHEAD_MEGABYTES = 1280;
  private static final int EXECUTOR_CORES = 2;

  private SparkConfig() {}

  /** Returns the most memory that a job books on a node: an executor, and a master. */
  public static int megabytesPerNode() {
    return EXECUTOR_MEGABYTES + EXECUTOR_OVERHEAD_MEGABYTES + MASTER_MEGABYTES + MASTER_OVERHEAD_MEGABYTES;
  }

  /**
   * Returns spark-defaults.conf.
   *
   * @param runtime whose jars all hosts see
   * @param executors of a job
   * @param classes of drivers, masters and executors
   * @param events the folder of event logs
   * @param more further properties, which replace these
   */
  public static String defaults(SparkRuntime runtime, int executors, ClassArchive classes, Path events, Map<String, String> more) {
    ImmutableMap.Builder<String, String> p = ImmutableMap.builder();
    String jars = runtime.jars() + "/*";
    p.put("spark.master", "yarn");
    p.put("spark.yarn.jars", "local:" + jars);
    p.put("spark.driver.memory", DRIVER_MEGABYTES + "m");
    p.put("spark.yarn.am.memory", MASTER_MEGABYTES + "m");
    p.put("spark.yarn.am.memoryOverhead", MASTER_OVERHEAD_MEGABYTES + "m");
    p.put("spark.executor.instances", Integer.toString(executors));
    p.put("spark.executor.cores", Integer.toString(EXECUTOR_CORES));
    p.put("spark.executor.memory", EXECUTOR_MEGABYTES + "m");
    p.put("spark.executor.memoryOverhead", EXECUTOR_OVERHEAD_MEGABYTES + "m");
    // An archive of classes fits JVMs whose class path begins with its jars.
    p.put("spark.driver.extraClassPath", jars);
    p.put("spark.executor.extraClassPath", jars);
    p.put("spark.driver.extraJavaOptions", jvm(classes));
    p.put("spark.yarn.am.extraJavaOptions", jvm(classes));
    p.put("spark.executor.extraJavaOptions", jvm(classes));
    // Where few cores start all JVMs, the first executors would run tasks at sites that have none of their input.
    p.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
    p.put("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s");
    // Tasks that have waited for one of two busy cores must not read their input over the WAN, beside the shuffles that
    // are compared.
    p.put("spark.locality.wait", "60s");
    // Reducers must not be placed where most of their input happens to be: a comparison of runs would compare placements.
    p.put("spark.shuffle.reduceLocality.enabled", "false");
    p.put("spark.shuffle.service.enabled", "true");
    p.put("spark.shuffle.service.port", Integer.toString(SERVICE_PORT));
    p.put("spark.ui.enabled", "false");
    p.put("spark.ui.showConsoleProgress", "false");
    p.put("spark.eventLog.enabled", "true");
    p.put("spark.eventLog.dir", events.toUri().toString());
    p.put("spark.eventLog.compress", "false");
    p.put("spark.eventLog.rolling.enabled", "false");
    p.putAll(more);
    return p.buildKeepingLast().entrySet().stream().map(property -> property.getKey() + " " + property.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static String jvm(ClassArchive classes) {
    return "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Djava.net.preferIPv4Stack=true " + classes.option();
  }

  /** Returns log4j2.properties of drivers and executors. Their clients' logs name the application that runs a job. */
  public static String log() {
    return """
        appender.a.type=Console
        appender.a.name=a
        appender.a.target=SYSTEM_ERR
        appender.a.layout.type=PatternLayout
        appender.a.layout.pattern=%d{ISO8601} %p %c{2}: %m%n
        rootLogger.level=WARN
        rootLogger.appenderRef.a.ref=a
        logger.client.name=org.apache.spark.deploy.yarn.Client
        logger.client.level=INFO
        logger.terra.name=dev.terra
        logger.terra.level=INFO
        """;
  }

  /** Returns additions for NodeManagers that run the stock shuffle service beside MapReduce's handler. */
  public static NodeAdditions stockService(SparkRuntime runtime) {
    return new NodeAdditions(service(STOCK_SERVICE, runtime.serviceJars() + "/*"), List.of());
  }

  /** Returns additions for NodeManagers that run Terra's shuffle service for Spark beside its handler for Hadoop. */
  public static NodeAdditions terraService(SparkRuntime runtime, Installation installation) {
    return new NodeAdditions(service(TERRA_SERVICE, installation.sparkServiceJar() + ":" + runtime.serviceJars() + "/*"), List.of());
  }

  /** Returns the properties that drivers and executors have only with Terra. */
  public static Map<String, String> terraPlugin(SparkRuntime runtime, Installation installation) {
    String classPath = runtime.jars() + "/*:" + installation.sparkPluginJar();
    return Map.of("spark.plugins", PLUGIN, "spark.driver.extraClassPath", classPath, "spark.executor.extraClassPath", classPath);
  }

  private static Map<String, String> service(String className, String classPath) {
    return Map.of(
        AUXILIARY, "mapreduce_shuffle," + SERVICE,
        AUXILIARY + "." + SERVICE + ".class", className,
        AUXILIARY + "." + SERVICE + ".classpath", classPath,
        "spark.shuffle.service.port", Integer.toString(SERVICE_PORT));
  }
}
