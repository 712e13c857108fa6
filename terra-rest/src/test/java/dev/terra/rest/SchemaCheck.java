package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** Checks JSON against the schemas of an OpenAPI document. It covers only what Terra's documents use. */
final class SchemaCheck {
  private final JsonNode document;

  SchemaCheck(JsonNode document) {
    this.document = document;
  }

  void check(String where, JsonNode value, JsonNode schema) {
    assertThat(schema.isObject()).as(where + ": has a schema").isTrue();
    if (value.isNull()) {
      assertThat(schema.path("nullable").asBoolean()).as(where + ": may be null").isTrue();
    } else if (schema.has("$ref")) {
      check(where, value, document.at(schema.path("$ref").asText().substring(1)));
    } else if (schema.has("allOf")) {
      schema.path("allOf").forEach(part -> check(where, value, part));
    } else {
      typed(where, value, schema);
    }
  }

  private void typed(String where, JsonNode value, JsonNode schema) {
    if (schema.has("enum")) {
      assertThat(schema.path("enum")).as(where).contains(value);
    }
    switch (schema.path("type").asText()) {
      case "object" -> object(where, value, schema);
      case "array" -> {
        assertThat(value.isArray()).as(where).isTrue();
        value.forEach(item -> check(where + "[]", item, schema.path("items")));
      }
      case "string" -> assertThat(value.isTextual()).as(where).isTrue();
      case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
      case "integer" -> assertThat(value.isIntegralNumber()).as(where).isTrue();
      case "number" -> assertThat(value.isNumber()).as(where).isTrue();
      default -> throw new AssertionError(where + ": no type in " + schema);
    }
  }

  private void object(String where, JsonNode value, JsonNode schema) {
    assertThat(value.isObject()).as(where).isTrue();
    schema.path("required").forEach(name -> assertThat(value.has(name.asText())).as(where + "." + name.asText()).isTrue());
    JsonNode others = schema.path("additionalProperties");
    value.properties().forEach(member -> {
      JsonNode known = schema.path("properties").path(member.getKey());
      if (!known.isMissingNode()) {
        check(where + "." + member.getKey(), member.getValue(), known);
      } else if (others.isObject()) {
        check(where + "." + member.getKey(), member.getValue(), others);
      } else {
        assertThat(others.asBoolean(true)).as(where + ": " + member.getKey() + " is none of its members").isTrue();
      }
    });
  }
}
