package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.limit.BoundedText;

/** Cleans a controller's answers for terminals: job owners name their jobs, and a name must not begin a line or move the cursor. */
final class CleanText {
  private CleanText() {}

  /** Returns a copy of JSON in which each text and each name is one printable line. */
  static JsonNode in(JsonNode json) {
    if (json.isTextual()) {
      return JsonNodeFactory.instance.textNode(BoundedText.clean(json.textValue()));
    } else if (json instanceof ArrayNode array) {
      ArrayNode clean = JsonNodeFactory.instance.arrayNode(array.size());
      array.forEach(each -> clean.add(in(each)));
      return clean;
    } else if (json instanceof ObjectNode object) {
      ObjectNode clean = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(field -> clean.set(BoundedText.clean(field.getKey()), in(field.getValue())));
      return clean;
    }
    return json;
  }
}
