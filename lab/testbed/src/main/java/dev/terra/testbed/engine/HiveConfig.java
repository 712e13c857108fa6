package dev.terra.testbed.engine;

import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.HadoopXml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hive's configuration for a testbed: Tez, a metastore in an embedded Derby inside HiveServer2, and what small containers and Java 17
 * need; everything else stays at Hive's defaults.
 */
public final class HiveConfig {
  /** Where HiveServer2 serves clients, on the core host. */
  public static final int PORT = 10000;
  private static final int MASTER_IDLE_SECONDS = 4 * 3600;
  private static final int TASK_MEGABYTES = 768;
  /** What a task is booked with: a node has no room for much more than what all sessions keep there. */
  private static final int TASK_BOOKED_MEGABYTES = 1152;
  /**
   * Containers that a session keeps at each site, and reducers that a stage has there at most. Tez gives a reducer to any container that
   * is free: with more containers than reducers some sites would get more of them than others, and comparing runs would compare
   * placements.
   */
  public static final int TASKS_PER_SITE = 2;
  private static final int REDUCER_BYTES = 4_000_000;

  private HiveConfig() {}

  /**
   * hive-site.xml.
   *
   * @param host where HiveServer2 runs
   * @param folder for its local files
   * @param sessions as many queries run at once; each has an application master that stays for the next, and so do containers for
   *     some seconds
   * @param classes those of masters and tasks
   * @param splitBytes what a task of a first stage reads at least, where there is as much
   * @param sites as many sites have nodes
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
    // One user, no transactions: nothing to lock.
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
    // So do containers: a JVM with Hive's classes costs seconds of a core.
    p.put("hive.prewarm.enabled", "true");
    String tasks = Integer.toString(TASKS_PER_SITE * sites);
    p.put("hive.prewarm.numcontainers", tasks);
    p.put("tez.am.session.min.held-containers", tasks);
    p.put("hive.exec.reducers.max", tasks);
    // So that a stage of any size worth looking at has as many reducers as that, which fill the sites evenly: by Hive's default a join of
    // gigabytes here has three, and where these happen to be decides how long it takes.
    p.put("hive.exec.reducers.bytes.per.reducer", Integer.toString(REDUCER_BYTES));
    // Others for somewhat longer than the next client needs to start.
    p.put("tez.am.container.idle.release-timeout-min.millis", "15000");
    p.put("tez.am.container.idle.release-timeout-max.millis", "25000");
    // What waits for room longer has others killed for it: where all sites share a few cores, tasks need minutes.
    p.put("tez.am.preemption.max.wait-time-ms", "300000");
    // The jobs' counters, in what clients see of the server's log.
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

  /** Containers that a session keeps as long as it lasts: its master and tasks' JVMs. */
  public static int containersHeld(int sites) {
    return 1 + TASKS_PER_SITE * sites;
  }

  /** HiveServer2's own log, as Log4j 2 has it. */
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
