package dev.terra.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** A mapping in a YAML file. No key is given twice. Methods throw {@link ConfigException} where a value is not what they say. */
public final class YamlMap {
  private final YamlValue self;
  private final Map<String, YamlValue> keys = new LinkedHashMap<>();
  private final Map<String, YamlValue> values = new LinkedHashMap<>();

  private YamlMap(YamlValue self) {
    this.self = self;
  }

  /** A value that is a mapping with any keys. */
  public static YamlMap of(YamlValue value) {
    if (!(value.node() instanceof MappingNode mapping)) {
      throw value.expected("a mapping");
    }
    YamlMap map = new YamlMap(value);
    mapping.getValue().forEach(map::add);
    return map;
  }

  /**
   * A value that is a mapping with no other keys than these.
   *
   * @param what what complaints call it, such as {@code a site}
   */
  public static YamlMap of(YamlValue value, String what, List<String> keys) {
    YamlValue named = value.in(what, value.node());
    if (!(value.node() instanceof MappingNode)) {
      throw named.expected("a mapping with the keys " + keys);
    }
    YamlMap map = of(named);
    map.keys.forEach((key, at) -> {
      if (!keys.contains(key)) {
        throw at.problem("unknown key '" + key + "' in " + what + "; expected one of " + keys);
      }
    });
    return map;
  }

  private void add(NodeTuple tuple) {
    YamlValue at = self.in("a key", tuple.getKeyNode());
    String key = at.text();
    YamlValue first = keys.putIfAbsent(key, at);
    if (first != null) {
      throw at.problem("the key '" + key + "' is given twice in " + self.name() + ", first in line " + first.line());
    }
    values.put(key, self.in("'" + key + "' in " + self.name(), tuple.getValueNode()));
  }

  /** Adds the file to a problem, and the line of the key that it names below a value. */
  public static ConfigException locate(YamlValue root, ConfigException problem) {
    return problem.at(root.file(), problem.key().map(key -> lineOf(root, key)).orElse(0));
  }

  private static int lineOf(YamlValue root, String path) {
    YamlValue value = root;
    for (String key : path.split("\\.")) {
      if (!(value.node() instanceof MappingNode) || !of(value).has(key)) {
        break;
      }
      value = of(value).need(key);
    }
    return value == root ? 0 : value.line();
  }

  /** All values by key, in the file's order. */
  public Map<String, YamlValue> values() {
    return Collections.unmodifiableMap(values);
  }

  /** The line it begins in, from 1. */
  public int line() {
    return self.line();
  }

  /** The line of a key's value, or of the mapping if it has no such key. */
  public int line(String key) {
    return get(key).map(YamlValue::line).orElse(line());
  }

  /** Whether it has a key. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** The value of a key that may be missing. */
  public Optional<YamlValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The value of a key. */
  public YamlValue need(String key) {
    return get(key).orElseThrow(() -> self.problem("expected the key '" + key + "' in " + self.name()));
  }

  /** A text. */
  public String text(String key) {
    return need(key).text();
  }

  /** A text that may be missing. */
  public Optional<String> optionalText(String key) {
    return get(key).map(YamlValue::text);
  }

  /** A number that may be missing. */
  public OptionalDouble number(String key) {
    return has(key) ? OptionalDouble.of(need(key).number()) : OptionalDouble.empty();
  }

  /** The texts of a list; none if the key is missing. */
  public List<String> texts(String key) {
    return get(key).map(value -> value.list().stream().map(YamlValue::text).toList()).orElse(List.of());
  }
}
