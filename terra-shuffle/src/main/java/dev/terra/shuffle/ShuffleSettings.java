package dev.terra.shuffle;

import dev.terra.node.agent.AgentAddress;
import dev.terra.node.settings.NodeEngine;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.settings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** What an operator may say about Terra in {@code yarn-site.xml} for Hadoop's handler. */
public final class ShuffleSettings {
  /** Comma-separated {@code HOST:PORT} or {@code IP:PORT} of the agents of this node's site. */
  public static final String AGENTS_KEY = NodeSettings.AGENTS_KEY;
  /** How many agents share a site. */
  public static final String AGENTS_PER_SITE_KEY = NodeSettings.AGENTS_PER_SITE_KEY;
  /** Where this node serves map outputs to its site's agents. */
  public static final String SEGMENT_PORT_KEY = NodeSettings.SEGMENT_PORT_KEY;
  /** All of them, as the docs list them. */
  static final List<Setting> ALL = NodeEngine.HADOOP.settings();

  private ShuffleSettings() {}

  /** Reads the settings; an {@link IllegalArgumentException} names the key that is wrong and what was expected. */
  public static NodeSettings from(Configuration configuration) {
    return NodeSettings.of(NodeEngine.HADOOP, source(configuration));
  }

  /** The agents alone, whatever else is wrong with the settings. */
  static List<AgentAddress> agents(Configuration configuration) {
    return NodeSettings.agents(source(configuration));
  }

  private static Function<String, Optional<String>> source(Configuration configuration) {
    return key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty());
  }
}
