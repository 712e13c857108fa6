package dev.terra.dist;

import dev.terra.config.Key;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A configuration file to fill in: all keys, with their meaning and their default. Keys that need a value have one in {@code @CAPITALS@},
 * which no loader accepts as a value. TLS is on; all other keys are commented out.
 */
final class ConfigTemplate {
  private static final int WIDTH = 100;
  private static final String TLS = "{certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}";

  /** The values that the operator must give. */
  private static final Map<String, String> AGENT_VALUES = Map.of("site", "\"@SITE@\"", "name", "\"@NAME@\"",
      "topology", "topology.yaml", "controller", "\"@CONTROLLER@:7100\"", "listenAddress", "\"@ADDRESS@\"",
      "neighbours", "{\"@NEIGHBOUR@\": {local: \"@ADDRESS@\", remote: \"@REMOTE@\"}}", "tls", TLS);
  /** Examples for keys without a default value. */
  private static final Map<String, String> AGENT_EXAMPLES = Map.of(
      "spool", "{memoryBytes: 67108864, diskBytes: 1073741824, directory: /var/lib/terra/spool}",
      "submitFolders", "[/data/exchange]", "tunnels", "{address: 10.80.0.1, firstPort: 7296}",
      "compression", "{mode: auto, cores: 1.0}", "cache", "{memoryBytes: 268435456}",
      "router", "{command: [sudo, -n, /usr/local/lib/terra/terra-router, /etc/terra/router.conf]}");
  private static final Map<String, String> CONTROLLER_VALUES = Map.of("topology", "topology.yaml", "listen", "\"@ADDRESS@:7100\"", "tls",
      TLS);
  private static final Map<String, String> CONTROLLER_EXAMPLES = Map.of("queues", "{etl: {weight: 2}, urgent: {priority: 1}}",
      "network", "{mode: overlay}", "http", "{listen: \"127.0.0.1:7180\"}",
      "zookeeper", "{connect: \"10.1.0.7:2181,10.1.0.8:2181,10.1.0.9:2181\"}",
      "resourceManager", "{webappAddresses: [\"http://10.1.0.6:8088\"]}", "classes", "{weights: {interactive: 8, normal: 4, bulk: 1}}",
      "compression", "{off: [{queue: etl}, {user: ada}]}", "residency", "{pii: {never: [NY]}}",
      "recurring", "{queues: {etl: learn}, usdPerHour: 10}");

  private ConfigTemplate() {}

  /** Returns the template of {@code agent.yaml}. */
  static String agent(Class<? extends Record> keys) {
    return text("A site's agent, on a host of the site: terra agent --config agent.yaml", keys, AGENT_VALUES, AGENT_EXAMPLES);
  }

  /** Returns the template of {@code controller.yaml}. */
  static String controller(Class<? extends Record> keys) {
    return text("Terra's controller, one for all sites: terra controller --config controller.yaml", keys, CONTROLLER_VALUES,
        CONTROLLER_EXAMPLES);
  }

  private static String text(String head, Class<? extends Record> keys, Map<String, String> values, Map<String, String> examples) {
    return Stream.concat(Stream.of(comment(head + ". Fill in what is between two @, then: terra check")),
            Stream.of(keys.getRecordComponents()).map(key -> entry(key, values, examples)))
        .collect(Collectors.joining("\n"));
  }

  private static String entry(RecordComponent component, Map<String, String> values, Map<String, String> examples) {
    Key key = component.getAnnotation(Key.class);
    String name = component.getName();
    String standard = plain(key.otherwise());
    String said = plain(key.value()) + (standard.isEmpty() ? ". Needed" : ". Default: " + standard) + ".";
    String value = values.containsKey(name) ? name + ": " + values.get(name)
        : "#" + name + ": " + examples.getOrDefault(name, standard);
    return comment(said) + value + "\n";
  }

  /** Returns a text without Markdown's marks. */
  private static String plain(String markdown) {
    return markdown.replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1").replace("`", "");
  }

  private static String comment(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder("#");
    for (String word : text.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder("#");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return String.join("\n", lines) + "\n";
  }
}
