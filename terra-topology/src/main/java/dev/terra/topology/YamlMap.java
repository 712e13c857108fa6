package dev.terra.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A YAML mapping that knows its keys and lines, so that every complaint can name both. */
final class YamlMap {
  private final Path file;
  private final String what;
  private final int line;
  private final Map<String, Node> values = new LinkedHashMap<>();

  private YamlMap(Path file, String what, int line) {
    this.file = file;
    this.what = what;
    this.line = line;
  }

  static YamlMap of(Path file, Node node, String what, List<String> allowedKeys) {
    if (!(node instanceof MappingNode mapping)) {
      throw new TopologyException(file, lineOf(node), "expected " + what + " to be a mapping with the keys " + allowedKeys);
    }
    YamlMap map = new YamlMap(file, what, lineOf(node));
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      if (!allowedKeys.contains(key)) {
        throw new TopologyException(file, lineOf(tuple.getKeyNode()),
            "unknown key '" + key + "' in " + what + "; expected one of " + allowedKeys);
      }
      map.values.put(key, tuple.getValueNode());
    }
    return map;
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  int line() {
    return line;
  }

  int line(String key) {
    return has(key) ? lineOf(values.get(key)) : line;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  Optional<String> optionalText(String key) {
    return has(key) ? Optional.of(scalar(key, values.get(key))) : Optional.empty();
  }

  String text(String key) {
    return optionalText(key)
        .orElseThrow(() -> new TopologyException(file, line, "expected the key '" + key + "' in " + what));
  }

  OptionalDouble number(String key) {
    Optional<String> text = optionalText(key);
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      double value = Double.parseDouble(text.get());
      if (Double.isFinite(value)) {
        return OptionalDouble.of(value);
      }
    } catch (NumberFormatException e) {
      // reported below, like a number that is not finite
    }
    throw new TopologyException(file, line(key), "expected '" + key + "' to be a number, got '" + text.get() + "'");
  }

  List<Node> list(String key) {
    if (!has(key)) {
      throw new TopologyException(file, line, "expected the key '" + key + "' in " + what);
    }
    if (!(values.get(key) instanceof SequenceNode sequence)) {
      throw new TopologyException(file, line(key), "expected '" + key + "' to be a list");
    }
    return sequence.getValue();
  }

  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    if (has(key)) {
      list(key).forEach(node -> texts.add(scalar(key, node)));
    }
    return texts;
  }

  private String scalar(String key, Node node) {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue();
    }
    throw new TopologyException(file, lineOf(node), "expected '" + key + "' in " + what + " to be a plain value");
  }
}
