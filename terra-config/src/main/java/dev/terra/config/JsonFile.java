package dev.terra.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.nio.file.Path;

/**
 * Reads text that is one JSON value. Two equal keys, text after the end, unknown keys and values of another kind than expected are errors.
 */
public final class JsonFile {
  private static final JsonMapper STRICT = JsonMapper.builder()
      .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
      .withCoercionConfig(LogicalType.Textual, config -> config
          .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
          .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
          .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
      .build();

  private JsonFile() {
  }

  /**
   * Returns the JSON value that a text contains.
   *
   * @param file the file from which the text comes; exceptions name it
   * @throws ConfigException if the text is not valid JSON
   */
  public static JsonNode tree(Path file, String text) {
    try {
      JsonNode node = STRICT.readTree(TextFile.withoutMark(text));
      if (node.isMissingNode()) {
        throw new ConfigException(file, 0, "is empty; expected JSON");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw invalid(file, e);
    }
  }

  /**
   * Returns the JSON value that a text contains, as an object of a type.
   *
   * @param file the file from which the text comes; exceptions name it
   * @throws ConfigException if the text is not valid JSON, or not of the type
   */
  public static <T> T value(Path file, String text, Class<T> type) {
    try {
      T value = STRICT.readValue(TextFile.withoutMark(text), type);
      if (value == null) {
        throw new ConfigException(file, 0, "expected an object, got null");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw invalid(file, e);
    }
  }

  private static ConfigException invalid(Path file, JsonProcessingException e) {
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    return new ConfigException(file, line, "is no valid JSON: " + e.getOriginalMessage().replace('\n', ' '));
  }
}
