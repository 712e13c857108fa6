package dev.terra.shuffle;

import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.output.Participation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * What an operator may say about Terra in {@code yarn-site.xml}.
 *
 * @param agents the agents of this node's site, in order of preference; none = Terra is off and the handler is stock
 * @param slices how many agents share a site
 * @param segmentPort TCP port on which the agents read map outputs, 0 to 65535 (0 = any free port)
 * @param participation which jobs' fetches may be redirected
 */
public record ShuffleSettings(List<AgentAddress> agents, Slices slices, int segmentPort, Participation participation) {
  /** Comma-separated {@code HOST:PORT} or {@code IP:PORT} of the agents of this node's site. */
  public static final String AGENTS_KEY = "terra.agents";
  /** How many agents share a site. */
  public static final String AGENTS_PER_SITE_KEY = "terra.agents.per.site";
  /** Where this node serves map outputs to its site's agents. */
  public static final String SEGMENT_PORT_KEY = "terra.segment.port";
  /** One above Hadoop's shuffle port. */
  public static final int DEFAULT_SEGMENT_PORT = 13563;
  /** All of them, as the docs list them. */
  static final List<Setting> ALL = List.of(
      new Setting(AGENTS_KEY, "none: stock",
          "comma-separated `IP:sitePort` of the agents of this node's site, the preferred one first; at most 16"),
      new Setting(AGENTS_PER_SITE_KEY, "1", "how many agents share a site, the same as the controller's `agentsPerSite`"),
      new Setting(SEGMENT_PORT_KEY, Integer.toString(DEFAULT_SEGMENT_PORT),
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
  /** A site has a few agents; a long list is a mistake, and each costs a connection. */
  static final int MAX_AGENTS = 16;

  /** One setting: its key, what holds without it, and what it is for. */
  record Setting(String key, String standard, String meaning) {}

  /** Checks the ranges. */
  public ShuffleSettings {
    agents = List.copyOf(agents);
    if (agents.size() > MAX_AGENTS) {
      throw new IllegalArgumentException(AGENTS_KEY + ": at most " + MAX_AGENTS + " agents, got " + agents.size());
    }
    if (segmentPort < 0 || segmentPort > 65_535) {
      throw new IllegalArgumentException(SEGMENT_PORT_KEY + ": expected a port from 0 to 65535, got " + segmentPort);
    }
  }

  /** Reads the settings; an {@link IllegalArgumentException} names the key that is wrong and what was expected. */
  public static ShuffleSettings from(Configuration configuration) {
    return new ShuffleSettings(agents(configuration), slices(configuration), segmentPort(configuration),
        Participation.from(key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty())));
  }

  /** The agents alone, whatever else is wrong with the settings. */
  static List<AgentAddress> agents(Configuration configuration) {
    return Stream.of(configuration.getTrimmedStrings(AGENTS_KEY)).filter(text -> !text.isEmpty()).map(ShuffleSettings::agent).toList();
  }

  private static AgentAddress agent(String text) {
    try {
      return AgentAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(AGENTS_KEY + ": " + e.getMessage(), e);
    }
  }

  private static Slices slices(Configuration configuration) {
    int count = number(configuration, AGENTS_PER_SITE_KEY, 1);
    try {
      return new Slices(count);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(AGENTS_PER_SITE_KEY + ": " + e.getMessage(), e);
    }
  }

  private static int segmentPort(Configuration configuration) {
    return number(configuration, SEGMENT_PORT_KEY, DEFAULT_SEGMENT_PORT);
  }

  private static int number(Configuration configuration, String key, int standard) {
    String text = configuration.getTrimmed(key, Integer.toString(standard));
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + ": expected a number, got '" + text + "'", e);
    }
  }
}
