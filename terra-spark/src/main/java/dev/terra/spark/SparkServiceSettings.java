package dev.terra.spark;

import dev.terra.api.address.Ipv4;
import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.output.Participation;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * What an operator may say in {@code yarn-site.xml} about Terra for Spark.
 *
 * @param agents the agents of this node's site, in order of preference; none = Terra is off and the service is Spark's own
 * @param slices how many agents share a site
 * @param segmentPort TCP port on which the agents read shuffle files, 0 to 65535 (0 = any free port)
 * @param address under which other nodes know this one; empty: the one from which it reaches its agents
 * @param participation which applications' shuffles may go through Terra
 */
public record SparkServiceSettings(
    List<AgentAddress> agents, Slices slices, int segmentPort, Optional<InetAddress> address, Participation participation) {
  /** Comma-separated {@code HOST:PORT} or {@code IP:PORT} of the agents of this node's site; the same as of Hadoop's handler. */
  public static final String AGENTS_KEY = "terra.agents";
  /** How many agents share a site; the same as of Hadoop's handler. */
  public static final String AGENTS_PER_SITE_KEY = "terra.agents.per.site";
  /** Where this node serves Spark's shuffle files to its site's agents. */
  public static final String SEGMENT_PORT_KEY = "terra.spark.segment.port";
  /** The address of this node, an IP literal. */
  public static final String ADDRESS_KEY = "terra.spark.address";
  /** One above Spark's shuffle port. */
  public static final int DEFAULT_SEGMENT_PORT = 7338;
  /** All of them, as the docs list them. */
  static final List<Setting> ALL = List.of(
      new Setting(AGENTS_KEY, "none: stock", "the same as of Hadoop's handler"),
      new Setting(AGENTS_PER_SITE_KEY, "1", "the same as of Hadoop's handler"),
      new Setting(SEGMENT_PORT_KEY, Integer.toString(DEFAULT_SEGMENT_PORT),
          "where this node serves Spark's shuffle files to its site's agents; 0 = any free port"),
      new Setting(ADDRESS_KEY, "the one from which it reaches its agents", "the address of this node as others name it, an IP literal"),
      new Setting(Participation.MODE_KEY, Participation.ON, "the same as of Hadoop's handler, and so are the three `terra.canary.*`"));
  /** A site has a few agents; a long list is a mistake, and each costs a connection. */
  static final int MAX_AGENTS = 16;

  /** One setting: its key, what holds without it, and what it is for. */
  record Setting(String key, String standard, String meaning) {
    /** As a row of a table. */
    String row() {
      return String.format(Locale.ROOT, "| `%s` | %s | %s |", key, standard, meaning);
    }
  }

  /** Checks the ranges. */
  public SparkServiceSettings {
    agents = List.copyOf(agents);
    if (agents.size() > MAX_AGENTS) {
      throw new IllegalArgumentException(AGENTS_KEY + ": at most " + MAX_AGENTS + " agents, got " + agents.size());
    }
    if (segmentPort < 0 || segmentPort > 65_535) {
      throw new IllegalArgumentException(SEGMENT_PORT_KEY + ": expected a port from 0 to 65535, got " + segmentPort);
    }
  }

  /** Reads the settings; an {@link IllegalArgumentException} names the key that is wrong and what was expected. */
  public static SparkServiceSettings from(Configuration configuration) {
    List<AgentAddress> agents = Stream.of(configuration.getTrimmedStrings(AGENTS_KEY))
        .filter(text -> !text.isEmpty()).map(text -> named(AGENTS_KEY, () -> AgentAddress.parse(text))).toList();
    String port = configuration.getTrimmed(SEGMENT_PORT_KEY, Integer.toString(DEFAULT_SEGMENT_PORT));
    Optional<InetAddress> address = Optional.of(configuration.getTrimmed(ADDRESS_KEY, "")).filter(text -> !text.isEmpty())
        .map(text -> named(ADDRESS_KEY, () -> Ipv4.address(text)));
    String slices = configuration.getTrimmed(AGENTS_PER_SITE_KEY, "1");
    return new SparkServiceSettings(agents, named(AGENTS_PER_SITE_KEY, () -> new Slices(Integer.parseInt(slices))),
        named(SEGMENT_PORT_KEY, () -> Integer.parseInt(port)), address,
        Participation.from(key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty())));
  }

  private interface Reading<T> {
    T read();
  }

  private static <T> T named(String key, Reading<T> reading) {
    try {
      return reading.read();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }
}
