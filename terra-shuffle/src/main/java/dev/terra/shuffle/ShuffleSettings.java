package dev.terra.shuffle;

import dev.terra.node.agent.AgentAddress;
import dev.terra.node.settings.NodeEngine;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.settings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** The settings of Terra that an operator can put into {@code yarn-site.xml} for Hadoop's handler. */
public final class ShuffleSettings {
  /** The key of the agents of this node's site, comma-separated {@code HOST:PORT} or {@code IP:PORT}. */
  public static final String AGENTS_KEY = NodeSettings.AGENTS_KEY;
  /** The key of the number of agents that share a site. */
  public static final String AGENTS_PER_SITE_KEY = NodeSettings.AGENTS_PER_SITE_KEY;
  /** The key of the port at which this node serves map outputs to its site's agents. */
  public static final String SEGMENT_PORT_KEY = NodeSettings.SEGMENT_PORT_KEY;
  /** All settings, as the docs list them. */
  static final List<Setting> ALL = NodeEngine.HADOOP.settings();

  private ShuffleSettings() {}

  /** Reads the settings; an {@link IllegalArgumentException} names the key that is wrong and what was expected. */
  public static NodeSettings from(Configuration configuration) {
    return NodeSettings.of(NodeEngine.HADOOP, source(configuration));
  }

  /** Returns the agents alone, whatever else is wrong with the settings. */
  static List<AgentAddress> agents(Configuration configuration) {
    return NodeSettings.agents(source(configuration));
  }

  private static Function<String, Optional<String>> source(Configuration configuration) {
    return key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty());
  }
}
