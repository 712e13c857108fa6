package dev.terra.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A JSON object whose methods reject unknown keys and values of another kind than expected, with exceptions that name the object. */
public final class JsonFields {
  private final JsonNode node;
  private final String what;

  /**
   * Creates an object.
   *
   * @param what the name of the object in exceptions
   * @param known the keys that the object may have
   * @throws ConfigException if the node is not an object, or has another key
   */
  public JsonFields(JsonNode node, String what, List<String> known) {
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

  /** Returns this object with a more precise name for exceptions. */
  public JsonFields named(String name) {
    return new JsonFields(node, name);
  }

  /** Returns the name of the object in exceptions. */
  public String what() {
    return what;
  }

  /** Returns an exception about this object, which the caller has to throw. */
  public ConfigException error(String problem) {
    return new ConfigException(what + ": " + problem);
  }

  /** Returns the object's keys, in the order of the file. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Returns whether the object has a key. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Returns whether the value of a key is text. */
  public boolean isText(String key) {
    return node.path(key).isTextual();
  }

  /**
   * Returns the value of a key, a text that is not blank.
   *
   * @throws ConfigException if the value is missing or of another kind
   */
  public String text(String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw error("expected '" + key + "' to be text, got " + describe(value));
    }
    return value.textValue();
  }

  /**
   * Returns the value of a key, a number exactly as it is written.
   *
   * @throws ConfigException if the value is missing or of another kind
   */
  public BigDecimal decimal(String key) {
    JsonNode value = node.path(key);
    if (!value.isNumber()) {
      throw error("expected '" + key + "' to be a number, got " + describe(value));
    }
    return value.decimalValue();
  }

  /**
   * Returns the value of a key, a number; empty if the key is missing.
   *
   * @throws ConfigException if the value is not a number, or is too large for a double
   */
  public OptionalDouble number(String key) {
    if (!has(key)) {
      return OptionalDouble.empty();
    }
    double value = decimal(key).doubleValue();
    if (Double.isInfinite(value)) {
      throw error("expected '" + key + "' to be a finite number, got " + node.path(key));
    }
    return OptionalDouble.of(value);
  }

  /**
   * Returns the value of a key, a whole number.
   *
   * @throws ConfigException if the value is missing, is not a whole number, is below the least, or does not fit 64 bits
   */
  public long whole(String key, long least) {
    BigDecimal value = decimal(key);
    try {
      if (value.compareTo(BigDecimal.valueOf(least)) >= 0) {
        return value.longValueExact();
      }
    } catch (ArithmeticException e) {
      // reported below, as a number that is too small is
    }
    String range = (least == Long.MIN_VALUE ? "" : " of at least " + least) + " below 2^63";
    throw error("expected '" + key + "' to be a whole number" + range + ", got " + node.path(key));
  }

  /**
   * Returns the value of a key, a list.
   *
   * @throws ConfigException if the value is missing or of another kind
   */
  public Iterable<JsonNode> list(String key) {
    if (!node.path(key).isArray()) {
      throw error("expected '" + key + "' to be a list, got " + describe(node.path(key)));
    }
    return node.path(key);
  }

  /**
   * Returns the value of a key, an object with any keys.
   *
   * @throws ConfigException if the value is missing or of another kind
   */
  public JsonFields object(String key) {
    return new JsonFields(node.path(key), what + ", " + key);
  }
}
