package dev.terra.node.settings;

import dev.terra.node.agent.HandlerTls;
import dev.terra.node.output.Participation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The engine whose shuffle service reads the settings: each engine has keys of its own beside the common ones. */
public enum NodeEngine {
  /** The handler for MapReduce, Tez and Hive. */
  HADOOP,
  /** Spark's external shuffle service. */
  SPARK;

  /** The key of the port at which executors reach Spark's service. */
  public static final String SPARK_PORT_KEY = "spark.shuffle.service.port";
  private static final int SPARK_PORT = 7337;
  /**
   * The key of the namespace of Spark's service. Two services of Spark in one NodeManager need different namespaces, or the second does not
   * start; so the namespace identifies the service.
   */
  private static final String SPARK_NAMESPACE_KEY = "spark.yarn.shuffle.service.metrics.namespace";
  private static final String SPARK_NAMESPACE = "sparkShuffleService";
  private static final String SPARK_NAME = "spark";

  private static final List<Setting> OF_HADOOP = List.of(
      new Setting(NodeSettings.AGENTS_KEY, "none: stock",
          "comma-separated `IP:sitePort` of the agents of this node's site, the preferred one first; at most 16"),
      new Setting(NodeSettings.AGENTS_PER_SITE_KEY, "1", "how many agents the site has, the same number as the controller's "
          + "`agentsPerSite`"),
      new Setting(NodeSettings.SEGMENT_PORT_KEY, Integer.toString(NodeSettings.DEFAULT_SEGMENT_PORT),
          "the port at which this node serves map outputs to its site's agents; 0: any free port"),
      new Setting(Participation.MODE_KEY, Participation.ON,
          "`on`, or `observe`. With `observe` the node reports all shuffles to the agents and redirects nothing; `terra report` prints "
              + "what Terra would have saved"),
      new Setting(Participation.QUEUES_KEY, "all",
          "comma-separated queues. Only jobs of these queues go through Terra; other jobs are reported only, as with `observe`"),
      new Setting(Participation.USERS_KEY, "all", "comma-separated users, with the same effect"),
      new Setting(Participation.PERCENT_KEY, "100", "the percentage of jobs that go through Terra, 0 to 100; all nodes choose the same "
          + "jobs. A job goes through Terra if queue, user and percentage allow it"),
      new Setting(HandlerTls.CERTIFICATE_KEY, "none", "the file of this node's certificate for `terra://node/SITE`, PEM"),
      new Setting(HandlerTls.KEY_KEY, "none", "the file of the certificate's key, PEM, readable by the NodeManager only"),
      new Setting(HandlerTls.CA_KEY, "none", "the file of the trusted authorities' certificates, PEM"),
      new Setting(HandlerTls.INSECURE_KEY, "`false`", "`true` in place of `terra.tls.*`: connections to the site's agents use no TLS"));
  private static final List<Setting> OF_SPARK = List.of(
      new Setting(NodeSettings.AGENTS_KEY, "none: stock", "as for Hadoop's handler"),
      new Setting(NodeSettings.AGENTS_PER_SITE_KEY, "1", "as for Hadoop's handler"),
      new Setting(NodeSettings.SPARK_SEGMENT_PORT_KEY, "one above `" + SPARK_PORT_KEY + "`: 7338",
          "the port at which this node serves Spark's shuffle files to its site's agents; 0: any free port. If the default is taken, "
              + "the service uses a free port and logs it"),
      new Setting(NodeSettings.SPARK_ADDRESS_KEY, "the address from which the node reaches its agents",
          "the IP address by which other hosts call this node"),
      new Setting(Participation.MODE_KEY, Participation.ON, "as for Hadoop's handler, and so are the three `terra.canary.*`"));

  /** Returns all of Terra's settings that the engine's service reads. */
  public List<Setting> settings() {
    return this == HADOOP ? OF_HADOOP : OF_SPARK;
  }

  /** Returns the key of the port at which the service serves segments to agents. */
  public String segmentPortKey() {
    return this == HADOOP ? NodeSettings.SEGMENT_PORT_KEY : NodeSettings.SPARK_SEGMENT_PORT_KEY;
  }

  /** Returns the name by which agents distinguish the engine's service from others at the same address; it is the same on all nodes. */
  String service(Function<String, Optional<String>> source) {
    String namespace = source.apply(SPARK_NAMESPACE_KEY).orElse(SPARK_NAMESPACE);
    return this == HADOOP ? "" : namespace.equals(SPARK_NAMESPACE) ? SPARK_NAME : SPARK_NAME + "-" + namespace;
  }

  /** Returns the default port of segments: one above the port of all other clients. */
  int standardSegmentPort(Function<String, Optional<String>> source) {
    if (this == HADOOP) {
      return NodeSettings.DEFAULT_SEGMENT_PORT;
    }
    int port = source.apply(SPARK_PORT_KEY).filter(text -> text.matches("[0-9]{1,5}")).map(Integer::parseInt).orElse(SPARK_PORT);
    return port == 0 ? 0 : port + 1;
  }
}
