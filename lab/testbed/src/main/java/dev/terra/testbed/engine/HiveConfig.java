package dev.terra.testbed.engine;

import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.HadoopXml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The configuration of Hive for a testbed: Tez, a metastore in an embedded Derby inside HiveServer2, and what small
 * containers and Java 17 need. All other settings have Hive's defaults.
 */
public final class HiveConfig {
  /** The port at which HiveServer2 serves clients, on the core host. */
  public static final int PORT = 10000;
  private static final int MASTER_IDLE_SECONDS = 4 * 3600;
  private static final int TASK_MEGABYTES = 768;
  /** The memory that a task is booked with. A node has no room for much more than what all sessions keep there. */
  private static final int TASK_BOOKED_MEGABYTES = 1152;
  /**
   * Containers that a session keeps at each site, and reducers that a stage has there at most. Tez gives a reducer to
   * any free container: with more containers than reducers, some sites would get more of them than others, and a
   * comparison of runs would compare placements.
   */
  public static final int TASKS_PER_SITE = 2;
  private static final int REDUCER_BYTES = 4_000_000;

  private HiveConfig() {}

  /**
   * Returns hive-site.xml.
   *
   * @param host where HiveServer2 runs
   * @param folder for its local files
   * @param sessions the queries that can run at once; each session has an application master that stays for the next
   *     query, and containers stay for some seconds
   * @param classes of masters and tasks
   * @param splitBytes the least bytes that a task of a first stage reads, if there are as many
   * @param sites the number of sites with nodes
   */
  public static String site(String host, Path folder, int sessions, ClassArchive classes, long splitBytes, int sites) {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("hive.execution.engine", "tez");
    p.put("javax.jdo.option.ConnectionURL", "jdbc:derby:;databaseName=" + folder.resolve("metastore") + ";create=true");
    p.put("javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver");
    p.put("datanucleus.schema.autoCreateAll", "true");
    p.put("hive.metastore.schema.verification", "false");
    p.put("hive.metastore.event.db.notification.api.auth", "false");
    p.put("hive.metastore.warehouse.dir", "/warehouse");
    p.put("hive.metastore.warehouse.external.dir", "/warehouse-external");
    p.put("hive.exec.scratchdir", "/tmp/hive");
    p.put("hive.exec.local.scratchdir", folder.resolve("scratch").toString());
    p.put("hive.downloaded.resources.dir", folder.resolve("resources").toString());
    p.put("hive.querylog.location", folder.resolve("querylog").toString());
    p.put("hive.server2.logging.operation.log.location", folder.resolve("operations").toString());
    // Locks are not needed: there is one user, and there are no transactions.
    p.put("hive.support.concurrency", "false");
    p.put("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    p.put("hive.server2.enable.doAs", "false");
    p.put("hive.server2.thrift.bind.host", host);
    p.put("hive.server2.thrift.port", Integer.toString(PORT));
    p.put("hive.server2.webui.port", "0");
    p.put("hive.server2.tez.initialize.default.sessions", "true");
    p.put("hive.server2.tez.default.queues", "default");
    p.put("hive.server2.tez.sessions.per.default.queue", Integer.toString(sessions));
    // Masters wait for the next query as long as the testbed is up.
    p.put("tez.session.am.dag.submit.timeout.secs", Integer.toString(MASTER_IDLE_SECONDS));
    // Containers wait too: a JVM with Hive's classes costs seconds of a core.
    p.put("hive.prewarm.enabled", "true");
    String tasks = Integer.toString(TASKS_PER_SITE * sites);
    p.put("hive.prewarm.numcontainers", tasks);
    p.put("tez.am.session.min.held-containers", tasks);
    p.put("hive.exec.reducers.max", tasks);
    // A stage of any relevant size has this many reducers, which fill the sites evenly: by Hive's default a join of
    // gigabytes here has three, and their places by chance determine its time.
    p.put("hive.exec.reducers.bytes.per.reducer", Integer.toString(REDUCER_BYTES));
    // Other containers wait somewhat longer than the next client needs to start.
    p.put("tez.am.container.idle.release-timeout-min.millis", "15000");
    p.put("tez.am.container.idle.release-timeout-max.millis", "25000");
    // A task that waits longer for room has other tasks killed for it: where all sites share a few cores, tasks need minutes.
    p.put("tez.am.preemption.max.wait-time-ms", "300000");
    // The jobs' counters are in the part of the server's log that clients receive.
    p.put("hive.server2.logging.operation.level", "VERBOSE");
    p.put("hive.tez.exec.print.summary", "true");
    p.put("hive.tez.container.size", Integer.toString(TASK_BOOKED_MEGABYTES));
    p.put("hive.tez.java.opts", TezConfig.jvm(TASK_MEGABYTES, classes));
    p.put("tez.grouping.min-size", Long.toString(splitBytes));
    p.putAll(TezConfig.heartbeats());
    // A result that comes from a cache or from statistics is not a job.
    p.put("hive.query.results.cache.enabled", "false");
    p.put("hive.compute.query.using.stats", "false");
    return HadoopXml.of(p);
  }

  /** Returns how many containers a session keeps as long as it lasts: its master and tasks' JVMs. */
  public static int containersHeld(int sites) {
    return 1 + TASKS_PER_SITE * sites;
  }

  /** Returns the Log4j 2 configuration of HiveServer2's own log. */
  public static String log() {
    return """
        appender.a.type=Console
        appender.a.name=a
        appender.a.target=SYSTEM_ERR
        appender.a.layout.type=PatternLayout
        appender.a.layout.pattern=%d{ISO8601} %p %c{2}: %m%n
        rootLogger.level=INFO
        rootLogger.appenderRef.a.ref=a
        """;
  }
}
