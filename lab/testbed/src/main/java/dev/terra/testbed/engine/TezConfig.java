package dev.terra.testbed.engine;

import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.HadoopXml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configuration of Tez for a testbed: what small containers and Java 17 need. All other settings have Tez's defaults. */
public final class TezConfig {
  private static final int MASTER_MEGABYTES = 640;
  private static final int TASK_MEGABYTES = 512;
  private static final int JVM_OVERHEAD_MEGABYTES = 160;
  private static final int SORT_MEGABYTES = 64;
  /** The initial heap and metaspace. With less, a task collects garbage all the time while classes are loaded. */
  private static final String ROOM_AT_START = "-Xms256m -XX:MetaspaceSize=128m";
  /**
   * The size from which objects are allocated in the old generation. Buffers of sorters and fetchers live as long as
   * their task: otherwise each is copied when the young generation is full.
   */
  private static final String LARGE_BUFFERS = "-XX:PretenureSizeThreshold=1m";
  /**
   * The least bytes of a group of splits. Inputs are tens of megabytes a site: with Tez's 50 MB one task would read
   * those of several sites.
   */
  private static final int SPLIT_GROUP_BYTES = 4 << 20;
  /**
   * The bytes of a reducer, for the same reason: with Tez's 100 MB its merge join makes one reducer out of ten, at
   * whichever site has a container first.
   */
  private static final int REDUCER_BYTES = 4 << 20;

  /**
   * The interval of a task's heartbeats to its master, instead of ten a second. Links here are thousands of times
   * slower than those they stand for, and a task sends some 1 KB a second each way, without headers, of the 124 KB that
   * a link carries.
   */
  private static final String HEARTBEAT_MILLIS = "1000";

  private TezConfig() {}

  /** Returns the options that open Java 17's packages to Hadoop, Tez and Hive. Without them Tez's application master hangs. */
  public static List<String> opens() {
    return Stream.of("java.lang", "java.lang.reflect", "java.util", "java.util.concurrent", "java.util.concurrent.atomic",
            "java.util.regex", "java.net", "java.io", "java.nio", "java.time", "sun.nio.ch")
        .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED").toList();
  }

  /**
   * Returns tez-site.xml. The jars are where every host sees them, as in an installation by the operator.
   *
   * @param classes of masters and tasks
   */
  public static String site(List<Path> libraries, ClassArchive classes) {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("tez.ignore.lib.uris", "true");
    p.put("tez.use.cluster.hadoop-libs", "true");
    p.put("tez.cluster.additional.classpath.prefix",
        libraries.stream().map(folder -> folder + "/*").collect(Collectors.joining(":")));
    p.put("tez.staging-dir", "/tmp/tez-staging");
    p.put("tez.am.resource.memory.mb", Integer.toString(MASTER_MEGABYTES));
    p.put("tez.am.launch.cmd-opts", jvm(MASTER_MEGABYTES, classes));
    p.put("tez.task.resource.memory.mb", Integer.toString(TASK_MEGABYTES));
    p.put("tez.task.launch.cmd-opts", jvm(TASK_MEGABYTES, classes));
    p.put("tez.runtime.io.sort.mb", Integer.toString(SORT_MEGABYTES));
    p.put("tez.grouping.min-size", Integer.toString(SPLIT_GROUP_BYTES));
    p.put("tez.shuffle-vertex-manager.desired-task-input-size", Integer.toString(REDUCER_BYTES));
    p.put("tez.counters.max", "10000");
    p.putAll(heartbeats());
    return HadoopXml.of(p);
  }

  /** Returns the intervals at which tasks, and containers without one, send heartbeats to their master. */
  static Map<String, String> heartbeats() {
    return Map.of("tez.task.am.heartbeat.interval-ms.max", HEARTBEAT_MILLIS, "tez.task.get-task.sleep.interval-ms.max", HEARTBEAT_MILLIS);
  }

  /** Returns the options of a container's JVM. */
  static String jvm(int containerMegabytes, ClassArchive classes) {
    return "-Xmx" + (containerMegabytes - JVM_OVERHEAD_MEGABYTES) + "m " + ROOM_AT_START + " " + LARGE_BUFFERS
        + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData " + String.join(" ", opens())
        + " " + classes.containerOptions();
  }
}
