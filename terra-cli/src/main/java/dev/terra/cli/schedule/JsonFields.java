package dev.terra.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A JSON object that complains, by name, about what it does not know and what is not of the right kind. */
final class JsonFields {
  private final JsonNode node;
  private final String what;

  JsonFields(JsonNode node, String what, List<String> known) {
    this(node, what);
    for (String name : names()) {
      if (!known.contains(name)) {
        throw error("unknown key '" + name + "'; expected " + known);
      }
    }
  }

  private JsonFields(JsonNode node, String what) {
    this.node = node;
    this.what = what;
    if (!node.isObject()) {
      throw error("expected an object, got " + describe(node));
    }
  }

  private static String describe(JsonNode node) {
    return node.isMissingNode() ? "nothing" : node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }

  /** The same object under a better name. */
  JsonFields named(String name) {
    return new JsonFields(node, name);
  }

  String what() {
    return what;
  }

  IllegalArgumentException error(String problem) {
    return new IllegalArgumentException(what + ": " + problem);
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  boolean has(String key) {
    return node.has(key);
  }

  String text(String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual()) {
      throw error("expected '" + key + "' to be text, got " + describe(value));
    }
    return value.textValue();
  }

  BigDecimal decimal(String key) {
    JsonNode value = node.path(key);
    if (!value.isNumber()) {
      throw error("expected '" + key + "' to be a number, got " + describe(value));
    }
    return value.decimalValue();
  }

  OptionalDouble number(String key) {
    return has(key) ? OptionalDouble.of(decimal(key).doubleValue()) : OptionalDouble.empty();
  }

  Iterable<JsonNode> list(String key) {
    if (!node.path(key).isArray()) {
      throw error("expected '" + key + "' to be a list, got " + describe(node.path(key)));
    }
    return node.path(key);
  }

  JsonFields object(String key) {
    return new JsonFields(node.path(key), what + ", " + key);
  }
}
