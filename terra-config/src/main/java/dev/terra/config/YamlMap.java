package dev.terra.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * A mapping in a YAML file, in which no key is given twice. Methods throw {@link ConfigException} if a value is not of the expected kind.
 */
public final class YamlMap {
  private final YamlValue self;
  private final Map<String, YamlValue> keys = new LinkedHashMap<>();
  private final Map<String, YamlValue> values = new LinkedHashMap<>();

  private YamlMap(YamlValue self) {
    this.self = self;
  }

  /** Returns a value as a mapping with any keys. */
  public static YamlMap of(YamlValue value) {
    if (!(value.node() instanceof MappingNode mapping)) {
      throw value.expected("a mapping");
    }
    YamlMap map = new YamlMap(value);
    mapping.getValue().forEach(map::add);
    return map;
  }

  /**
   * Returns a value as a mapping with no other keys than the given ones.
   *
   * @param what the name of the mapping in exceptions, such as {@code a site}
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

  /** Returns a problem with the file and the line of its key, which is looked up below a value. */
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

  /** Returns all values by key, in the order of the file. */
  public Map<String, YamlValue> values() {
    return Collections.unmodifiableMap(values);
  }

  /** Returns the line in which the mapping begins, from 1. */
  public int line() {
    return self.line();
  }

  /** Returns the line of a key's value, or the line of the mapping if it has no such key. */
  public int line(String key) {
    return get(key).map(YamlValue::line).orElse(line());
  }

  /** Returns whether the mapping has a key. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** Returns the value of a key, which may be missing. */
  public Optional<YamlValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Returns the value of a key, which has to be there. */
  public YamlValue need(String key) {
    return get(key).orElseThrow(() -> self.problem("expected the key '" + key + "' in " + self.name()));
  }

  /** Returns the value of a key, a text. */
  public String text(String key) {
    return need(key).text();
  }

  /** Returns the value of a key, a text, which may be missing. */
  public Optional<String> optionalText(String key) {
    return get(key).map(YamlValue::text);
  }

  /** Returns the value of a key, a number, which may be missing. */
  public OptionalDouble number(String key) {
    return has(key) ? OptionalDouble.of(need(key).number()) : OptionalDouble.empty();
  }

  /** Returns the value of a key, a list of texts; an empty list if the key is missing. */
  public List<String> texts(String key) {
    return get(key).map(value -> value.list().stream().map(YamlValue::text).toList()).orElse(List.of());
  }
}
