package dev.terra.node.settings;

import dev.terra.node.agent.HandlerTls;
import dev.terra.node.output.Participation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Whose shuffle service reads the settings: each has keys of its own beside those that all share. */
public enum NodeEngine {
  /** The handler for MapReduce, Tez and Hive. */
  HADOOP,
  /** Spark's external shuffle service. */
  SPARK;

  /** Where executors reach Spark's service. */
  public static final String SPARK_PORT_KEY = "spark.shuffle.service.port";
  private static final int SPARK_PORT = 7337;
  /** Two services of Spark in one NodeManager need different ones, or the second does not start: so it names them. */
  private static final String SPARK_NAMESPACE_KEY = "spark.yarn.shuffle.service.metrics.namespace";
  private static final String SPARK_NAMESPACE = "sparkShuffleService";
  private static final String SPARK_NAME = "spark";

  private static final List<Setting> OF_HADOOP = List.of(
      new Setting(NodeSettings.AGENTS_KEY, "none: stock",
          "comma-separated `IP:sitePort` of the agents of this node's site, the preferred one first; at most 16"),
      new Setting(NodeSettings.AGENTS_PER_SITE_KEY, "1", "how many agents share a site, the same as the controller's `agentsPerSite`"),
      new Setting(NodeSettings.SEGMENT_PORT_KEY, Integer.toString(NodeSettings.DEFAULT_SEGMENT_PORT),
          "where this node serves map outputs to its site's agents; 0 = any free port"),
      new Setting(Participation.MODE_KEY, Participation.ON,
          "`on`, or `observe`: agents and the controller are told of all shuffles, and nothing "
          + "is redirected; `./terra report` says what Terra would have saved"),
      new Setting(Participation.QUEUES_KEY, "all",
          "comma-separated queues: only their jobs are redirected, of the others is told as with `observe`"),
      new Setting(Participation.USERS_KEY, "all", "the same by users"),
      new Setting(Participation.PERCENT_KEY, "100", "the same by a share of jobs in percent, 0 to 100, the same jobs on all nodes. A job "
          + "has to meet all three"),
      new Setting(HandlerTls.CERTIFICATE_KEY, "none", "the file of this node's certificate, `terra://node/SITE`, PEM"),
      new Setting(HandlerTls.KEY_KEY, "none", "the file of its key, PEM; readable by the NodeManager only"),
      new Setting(HandlerTls.CA_KEY, "none", "the file of the authorities that are trusted, PEM"),
      new Setting(HandlerTls.INSECURE_KEY, "`false`", "`true` instead of these: no TLS with the site's agents"));
  private static final List<Setting> OF_SPARK = List.of(
      new Setting(NodeSettings.AGENTS_KEY, "none: stock", "the same as of Hadoop's handler"),
      new Setting(NodeSettings.AGENTS_PER_SITE_KEY, "1", "the same as of Hadoop's handler"),
      new Setting(NodeSettings.SPARK_SEGMENT_PORT_KEY, "one above `" + SPARK_PORT_KEY + "`: 7338",
          "where this node serves Spark's shuffle files to its site's agents; 0 = any free port"),
      new Setting(NodeSettings.SPARK_ADDRESS_KEY, "the one from which it reaches its agents",
          "the address of this node as others name it, an IP literal"),
      new Setting(Participation.MODE_KEY, Participation.ON, "the same as of Hadoop's handler, and so are the three `terra.canary.*`"));

  /** All that it reads of Terra's. */
  public List<Setting> settings() {
    return this == HADOOP ? OF_HADOOP : OF_SPARK;
  }

  /** Where it serves segments to agents. */
  public String segmentPortKey() {
    return this == HADOOP ? NodeSettings.SEGMENT_PORT_KEY : NodeSettings.SPARK_SEGMENT_PORT_KEY;
  }

  /** What agents call its services, beside others at the same address; the same on all nodes. */
  String service(Function<String, Optional<String>> source) {
    String namespace = source.apply(SPARK_NAMESPACE_KEY).orElse(SPARK_NAMESPACE);
    return this == HADOOP ? "" : namespace.equals(SPARK_NAMESPACE) ? SPARK_NAME : SPARK_NAME + "-" + namespace;
  }

  /** Where it serves segments if nothing is said: one above where it serves everybody else. */
  int standardSegmentPort(Function<String, Optional<String>> source) {
    if (this == HADOOP) {
      return NodeSettings.DEFAULT_SEGMENT_PORT;
    }
    int port = source.apply(SPARK_PORT_KEY).filter(text -> text.matches("[0-9]{1,5}")).map(Integer::parseInt).orElse(SPARK_PORT);
    return port == 0 ? 0 : port + 1;
  }
}
