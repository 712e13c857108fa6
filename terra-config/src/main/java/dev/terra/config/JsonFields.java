package dev.terra.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A JSON object that complains, by name, about keys that are not known and values that are not of the expected kind. */
public final class JsonFields {
  private final JsonNode node;
  private final String what;

  /**
   * An object.
   *
   * @param what what complaints call it
   * @param known the keys that it may have
   * @throws ConfigException if it is no object or has another key
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

  /** This object under a name that says more in errors. */
  public JsonFields named(String name) {
    return new JsonFields(node, name);
  }

  /** What complaints call it. */
  public String what() {
    return what;
  }

  /** A complaint about this object, for the caller to throw. */
  public ConfigException error(String problem) {
    return new ConfigException(what + ": " + problem);
  }

  /** Its keys, in the order of the file. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Whether it has a key. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Whether the value of a key is text. */
  public boolean isText(String key) {
    return node.path(key).isTextual();
  }

  /**
   * A text that is not blank.
   *
   * @throws ConfigException if there is none
   */
  public String text(String key) {
    JsonNode value = node.path(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw error("expected '" + key + "' to be text, got " + describe(value));
    }
    return value.textValue();
  }

  /**
   * A number, exactly as it is written.
   *
   * @throws ConfigException if there is none
   */
  public BigDecimal decimal(String key) {
    JsonNode value = node.path(key);
    if (!value.isNumber()) {
      throw error("expected '" + key + "' to be a number, got " + describe(value));
    }
    return value.decimalValue();
  }

  /**
   * A number, if the key is there.
   *
   * @throws ConfigException if the value is no number or too large for a double
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
   * A whole number.
   *
   * @throws ConfigException if there is none, or it is below the least or does not fit 64 bits
   */
  public long whole(String key, long least) {
    BigDecimal value = decimal(key);
    try {
      if (value.compareTo(BigDecimal.valueOf(least)) >= 0) {
        return value.longValueExact();
      }
    } catch (ArithmeticException e) {
      // said below, like a number that is too small
    }
    String range = (least == Long.MIN_VALUE ? "" : " of at least " + least) + " below 2^63";
    throw error("expected '" + key + "' to be a whole number" + range + ", got " + node.path(key));
  }

  /**
   * A list.
   *
   * @throws ConfigException if there is none
   */
  public Iterable<JsonNode> list(String key) {
    if (!node.path(key).isArray()) {
      throw error("expected '" + key + "' to be a list, got " + describe(node.path(key)));
    }
    return node.path(key);
  }

  /**
   * An object with any keys.
   *
   * @throws ConfigException if there is none
   */
  public JsonFields object(String key) {
    return new JsonFields(node.path(key), what + ", " + key);
  }
}
