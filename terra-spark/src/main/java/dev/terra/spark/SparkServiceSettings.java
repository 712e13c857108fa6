package dev.terra.spark;

import dev.terra.node.settings.NodeEngine;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.settings.Setting;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of Terra for Spark that an operator can put into {@code yarn-site.xml} or into the service's own
 * {@code spark-shuffle-site.xml}.
 */
public final class SparkServiceSettings {
  /**
   * The key of the agents of this node's site, comma-separated {@code HOST:PORT} or {@code IP:PORT}; the same key as for Hadoop's handler.
   */
  public static final String AGENTS_KEY = NodeSettings.AGENTS_KEY;
  /** The key of the port at which this node serves Spark's shuffle files to its site's agents. */
  public static final String SEGMENT_PORT_KEY = NodeSettings.SPARK_SEGMENT_PORT_KEY;
  /** The key of the address of this node, an IP literal. */
  public static final String ADDRESS_KEY = NodeSettings.SPARK_ADDRESS_KEY;
  /** All settings, as the docs list them. */
  static final List<Setting> ALL = NodeEngine.SPARK.settings();

  private SparkServiceSettings() {}

  /** Reads the settings; an {@link IllegalArgumentException} names the key that is wrong and what was expected. */
  public static NodeSettings from(Configuration configuration) {
    return NodeSettings.of(NodeEngine.SPARK, key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty()));
  }
}
