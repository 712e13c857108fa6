package dev.terra.testbed.hadoop;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.ReducerSpread;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.secure.SecureCluster;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Hadoop's configuration files for a testbed, as text by file name. What a job can set has Hadoop's defaults, except
 * for what small containers need.
 */
final class HadoopConfig {
  /** The port at which a NodeManager's handler serves agents. */
  static final int SEGMENT_PORT = 13563;
  static final int RESOURCE_MANAGER_WEB_PORT = 8088;
  static final int NAME_NODE_WEB_PORT = 9870;
  /** The file with the names of the decommissioned nodes. */
  static final String EXCLUDED_NODES = "excluded-nodes";

  /**
   * The time without a heartbeat of its NodeManager after which YARN considers a node lost; the usual ten minutes are
   * most of a run.
   */
  static final int NODE_EXPIRY_SECONDS = 90;

  private static final String TASK_NICENESS = "10";
  /**
   * The time for which a request for a node waits for it. Any node of the right site is as good, and a request for a
   * site only, as of Hive's and Tez's grouped splits, has to wait for this time.
   */
  private static final String NODE_DELAY_MILLIS = "1000";
  /**
   * The time for which a request for a site waits for it: longer than the maps take that have a site's room before it.
   * A map that reads its input over the WAN would determine the job's time.
   */
  private static final String SITE_DELAY_MILLIS = "180000";
  private static final int MAP_MEGABYTES = 384;
  private static final int MASTER_MEGABYTES = 512;
  /** The memory that a container's JVM needs besides its heap. */
  private static final int JVM_OVERHEAD_MEGABYTES = 128;
  private static final int SORT_MEGABYTES = 64;
  /**
   * The initial heap and metaspace. A task's JVM lives for seconds, and would spend some of them on finding out how
   * much room its classes need.
   */
  private static final String ROOM_AT_START = "-Xms100m -XX:MetaspaceSize=100m";
  private static final String STOCK_HANDLER = "org.apache.hadoop.mapred.ShuffleHandler";
  private static final String TERRA_HANDLER = "dev.terra.shuffle.TerraShuffleHandler";

  private final AddressPlan addresses;
  private final EncryptedShuffle encryptedShuffle;
  private final SecureCluster secure;
  private final Path root;
  private final Path libraries;
  private final ClassArchive classes;
  private final ContainerRoom room;

  /** Makes the configuration of the testbed below a root directory. */
  HadoopConfig(AddressPlan addresses, Path root, Path libraries, ClassArchive classes, ContainerRoom room) {
    this.addresses = addresses;
    this.encryptedShuffle = new EncryptedShuffle(root);
    this.secure = new SecureCluster(new StateDirectory(root), addresses);
    this.root = root;
    this.libraries = libraries;
    this.classes = classes;
    this.room = room;
  }

  /** Returns the directory in which clients, application masters and tasks find their configuration. */
  Path clientDirectory() {
    return root.resolve("conf");
  }

  /** Returns the files that clients, application masters and tasks need. */
  Map<String, String> clientFiles() {
    Map<String, String> files = new LinkedHashMap<>(encryptedShuffle.readersFiles());
    files.putAll(Map.of(
        "core-site.xml", HadoopXml.of(core()),
        "hdfs-site.xml", HadoopXml.of(hdfs()),
        "yarn-site.xml", HadoopXml.of(yarn()),
        "mapred-site.xml", HadoopXml.of(mapred()),
        "log4j.properties", log4j("WARN")));
    return files;
  }

  /** Returns the files that the daemons of a host need. */
  Map<String, String> daemonFiles(Host host, ShuffleMode mode, NodeAdditions additions) {
    Map<String, String> yarn = yarn();
    Map<String, String> hdfs = hdfs();
    if (host.role() == Role.CORE) {
      yarn.putAll(placement());
    }
    if (host.role() == Role.WORKER) {
      yarn.putAll(nodeManager(host, mode));
      yarn.putAll(additions.properties());
      hdfs.putAll(dataNode(host));
    }
    yarn.putAll(secure.daemonProperties("yarn-site.xml", host));
    hdfs.putAll(secure.daemonProperties("hdfs-site.xml", host));
    Map<String, String> files = new LinkedHashMap<>(encryptedShuffle.serversFiles());
    files.putAll(Map.of(
        "core-site.xml", HadoopXml.of(core()),
        "hdfs-site.xml", HadoopXml.of(hdfs),
        "yarn-site.xml", HadoopXml.of(yarn),
        "mapred-site.xml", HadoopXml.of(mapred()),
        "log4j.properties", log4j("INFO")));
    return files;
  }

  /** Returns the table that makes every site a rack. */
  String rackTable() {
    return addresses.hosts().stream()
        .map(host -> rackLine(host.name(), host) + rackLine(host.ip(), host))
        .collect(Collectors.joining());
  }

  private String rackLine(String key, Host host) {
    return key + " /" + addresses.site(host.site()).label() + "\n";
  }

  private Map<String, String> core() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("fs.defaultFS", "hdfs://" + addresses.core().name() + ":8020");
    p.put("hadoop.tmp.dir", root.resolve("tmp").toString());
    p.put("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
    p.put("net.topology.table.file.name", root.resolve("racks").toString());
    p.put("hadoop.http.staticuser.user", System.getProperty("user.name"));
    // All processes start at once, so connections are retried at short intervals.
    p.put("ipc.client.connect.max.retries", "120");
    p.put("ipc.client.connect.retry.interval", "250");
    p.putAll(secure.properties("core-site.xml"));
    return p;
  }

  private Map<String, String> hdfs() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("dfs.replication", "1");
    p.put("dfs.namenode.name.dir", "file://" + root.resolve("hdfs/name"));
    p.put("dfs.namenode.http-address", addresses.core().name() + ":" + NAME_NODE_WEB_PORT);
    p.put("dfs.namenode.safemode.extension", "0");
    p.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    p.put("dfs.permissions.enabled", "false");
    // With so few nodes, each node with an open file looks too busy for a copy of anything, compared with the average.
    p.put("dfs.namenode.redundancy.considerLoad", "false");
    p.putAll(secure.properties("hdfs-site.xml"));
    return p;
  }

  private Map<String, String> dataNode(Host host) {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("dfs.datanode.hostname", host.name());
    p.put("dfs.datanode.data.dir", "file://" + root.resolve("hdfs/" + host.name()));
    p.put("dfs.datanode.address", "0.0.0.0:9866");
    p.put("dfs.datanode.http.address", "0.0.0.0:9864");
    p.put("dfs.datanode.ipc.address", "0.0.0.0:9867");
    return p;
  }

  private Map<String, String> yarn() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("yarn.resourcemanager.hostname", addresses.core().name());
    p.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "200");
    // A lost node is noticed sooner than after Hadoop's ten minutes.
    p.put("yarn.nm.liveness-monitor.expiry-interval-ms", Integer.toString(NODE_EXPIRY_SECONDS * 1000));
    p.put("yarn.resourcemanager.nodes.exclude-path", root.resolve(EXCLUDED_NODES).toString());
    p.putAll(scheduler());
    p.put("yarn.scheduler.minimum-allocation-mb", "128");
    p.put("yarn.scheduler.maximum-allocation-mb", Integer.toString(room.nodeMegabytes()));
    p.put("yarn.application.classpath", clientDirectory() + "," + libraries + "/*");
    p.put("yarn.nodemanager.resourcemanager.connect.retry-interval.ms", "500");
    // A NodeManager that restarts recovers its containers and its shuffles, as on any cluster that is upgraded while it
    // runs; and reducers, which read this file too, wait half a minute for it.
    p.put("yarn.nodemanager.recovery.enabled", "true");
    p.put("yarn.nodemanager.recovery.supervised", "true");
    p.put("yarn.node-attribute.fs-store.root-dir", "file://" + root.resolve("yarn/node-attributes"));
    p.put("yarn.node-labels.fs-store.root-dir", "file://" + root.resolve("yarn/node-labels"));
    p.putAll(secure.properties("yarn-site.xml"));
    return p;
  }

  /** Returns whether Terra's processor places reducers. */
  boolean placesReducers() {
    return room.placement() == ReducerSpread.TERRA;
  }

  /**
   * Returns the properties of Terra's processor in the ResourceManager, which is on the controllers' host; empty if it
   * does not place reducers.
   */
  private Map<String, String> placement() {
    ControllerSet controllers = new ControllerSet(new StateDirectory(root), addresses);
    return !placesReducers() ? Map.of() : Map.of(
        "yarn.resourcemanager.application-master-service.processors", "dev.terra.resourcemanager.TerraPlacementProcessor",
        "terra.placement.mode", "on",
        "terra.placement.racks", addresses.sites().stream().map(site -> "/" + site.label() + "=" + site.site().name())
            .collect(Collectors.joining(",")),
        "terra.placement.controllers", controllers.numbers().mapToObj(number -> "http://127.0.0.1:" + controllers.httpPort(number))
            .collect(Collectors.joining(",")));
  }

  /** Returns the folder in which a NodeManager keeps the files of its containers. */
  static Path containerFolder(Path root, Host host) {
    return root.resolve("yarn/" + host.name() + "/local");
  }

  private Map<String, String> nodeManager(Host host, ShuffleMode mode) {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("yarn.nodemanager.hostname", host.name());
    p.put("yarn.nodemanager.bind-host", "0.0.0.0");
    p.put("yarn.nodemanager.address", host.name() + ":8041");
    p.put("yarn.nodemanager.local-dirs", containerFolder(root, host).toString());
    p.put("yarn.nodemanager.log-dirs", root.resolve("yarn/" + host.name() + "/log").toString());
    // Each node offers another amount of memory. The fair scheduler goes through the nodes in the order of their free
    // memory, in a set that keeps only one of several nodes with the same amount, and the next reducer would go to a
    // node that has one already.
    p.put("yarn.nodemanager.resource.memory-mb", Integer.toString(room.nodeMegabytes() - addresses.hosts().indexOf(host)));
    p.put("yarn.nodemanager.resource.cpu-vcores", "16");
    p.put("yarn.nodemanager.vmem-check-enabled", "false");
    p.put("yarn.nodemanager.pmem-check-enabled", "false");
    p.put("yarn.nodemanager.disk-health-checker.enable", "false");
    p.put("yarn.nodemanager.sleep-delay-before-sigkill.ms", "100");
    // All sites share this machine's cores: the start of one site's tasks must not stall another site's daemons.
    p.put("yarn.nodemanager.container-executor.os.sched.priority.adjustment", TASK_NICENESS);
    p.put("yarn.nodemanager.recovery.dir", root.resolve("yarn/" + host.name() + "/recovery").toString());
    p.putAll(encryptedShuffle.settings());
    p.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    p.put("yarn.nodemanager.aux-services.mapreduce_shuffle.class", mode == ShuffleMode.TERRA ? TERRA_HANDLER : STOCK_HANDLER);
    if (mode == ShuffleMode.TERRA) {
      AgentSet agents = new AgentSet(new StateDirectory(root));
      p.put("terra.agents", agents.addresses(addresses.gateway(host.site()).ip(), AgentSet.SITE_PORT));
      p.put("terra.agents.per.site", Integer.toString(agents.count()));
      p.put("terra.segment.port", Integer.toString(SEGMENT_PORT));
      p.putAll(handlerTls(host.site()));
    }
    return p;
  }

  /** Returns the properties of a handler's TLS, which uses certificates if the testbed has any, as its agents do. */
  private Map<String, String> handlerTls(SiteId site) {
    Path folder = root.resolve(TerraConfig.TLS).resolve("nodes").resolve(site.name());
    return !Files.isDirectory(folder) ? Map.of("terra.insecure", "true")
        : Map.of("terra.tls.certificate", folder.resolve("certificate.pem").toString(),
            "terra.tls.key", folder.resolve("key.pem").toString(), "terra.tls.ca", folder.resolve("ca.pem").toString());
  }

  private Map<String, String> mapred() {
    Map<String, String> p = new LinkedHashMap<>();
    p.putAll(encryptedShuffle.settings());
    p.put("mapreduce.framework.name", "yarn");
    p.put("mapreduce.application.classpath", clientDirectory() + "," + libraries + "/*");
    p.put("yarn.app.mapreduce.am.staging-dir", "/user");
    p.put("yarn.app.mapreduce.am.resource.mb", Integer.toString(MASTER_MEGABYTES));
    p.put("yarn.app.mapreduce.am.command-opts", taskJvm(MASTER_MEGABYTES));
    p.put("mapreduce.map.memory.mb", Integer.toString(MAP_MEGABYTES));
    p.put("mapreduce.map.java.opts", taskJvm(MAP_MEGABYTES));
    p.put("mapreduce.reduce.memory.mb", Integer.toString(room.placement().bookedMegabytes()));
    p.put("mapreduce.reduce.java.opts", taskJvm(ReducerSpread.NEEDED_MEGABYTES));
    p.put("mapreduce.task.io.sort.mb", Integer.toString(SORT_MEGABYTES));
    // HiveServer2 adds up the counters of a whole DAG by these classes, and with the 120 of stock it fails queries of
    // eight joins.
    p.put("mapreduce.job.counters.max", "5000");
    p.putAll(secure.properties("mapred-site.xml"));
    return p;
  }

  private String taskJvm(int containerMegabytes) {
    return "-Xmx" + (containerMegabytes - JVM_OVERHEAD_MEGABYTES) + "m " + ROOM_AT_START + " " + String.join(" ", Jvm.SMALL) + " "
        + classes.containerOptions();
  }

  /**
   * Returns the properties of the scheduler. A map waits for its own site, since reading a block over the WAN costs
   * more. Only the fair scheduler's delay can be given in time; the capacity scheduler's is at most one missed
   * heartbeat of each node, which in a cluster this small is a fraction of a second.
   */
  private static Map<String, String> scheduler() {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("yarn.resourcemanager.scheduler.class", "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler");
    p.put("yarn.scheduler.fair.user-as-default-queue", "false");
    p.put("yarn.scheduler.fair.continuous-scheduling-enabled", "true");
    p.put("yarn.scheduler.fair.continuous-scheduling-sleep-ms", "50");
    p.put("yarn.scheduler.fair.locality-delay-node-ms", NODE_DELAY_MILLIS);
    p.put("yarn.scheduler.fair.locality-delay-rack-ms", SITE_DELAY_MILLIS);
    p.put("yarn.resource-types.memory-mb.increment-allocation", "128");
    return p;
  }

  private static String log4j(String level) {
    return String.format(Locale.ROOT, """
        log4j.rootLogger=%s,A
        log4j.appender.A=org.apache.log4j.ConsoleAppender
        log4j.appender.A.target=System.err
        log4j.appender.A.layout=org.apache.log4j.PatternLayout
        log4j.appender.A.layout.ConversionPattern=%%d{ISO8601} %%p %%c{2}: %%m%%n
        log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
        log4j.logger.org.apache.hadoop.mapreduce.Job=INFO
        log4j.logger.org.apache.tez.client=INFO
        log4j.logger.org.apache.tez.dag.api.client=INFO
        """, level);
  }

  /** Returns the address at which the agent of a site serves the shuffle handlers of its site. */
  static String agentAddress(AddressPlan addresses, SiteId site) {
    return addresses.gateway(site).ip() + ":" + AgentSet.SITE_PORT;
  }
}
