package dev.terra.rest.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes JSON schemas of records in the form of OpenAPI 3.0. Every record that is referred to gets one schema. */
final class Schemas {
  private final ObjectNode all = JsonNodeFactory.instance.objectNode();
  private final Set<Class<?>> known = new LinkedHashSet<>();

  /** Returns all schemas by name. */
  ObjectNode all() {
    return all;
  }

  /** Returns a reference to a record's schema, which is made at the first reference. */
  ObjectNode reference(Class<?> type) {
    if (known.add(type)) {
      ObjectNode schema = JsonNodeFactory.instance.objectNode();
      all.set(type.getSimpleName(), schema);
      fill(schema, type);
    }
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/" + type.getSimpleName());
  }

  private void fill(ObjectNode schema, Class<?> type) {
    schema.put("type", "object");
    Doc doc = type.getAnnotation(Doc.class);
    if (doc != null) {
      schema.put("description", doc.value());
    }
    schema.put("additionalProperties", false);
    ArrayNode required = schema.putArray("required");
    ObjectNode properties = schema.putObject("properties");
    boolean optional = type.isAnnotationPresent(Body.class);
    for (RecordComponent component : type.getRecordComponents()) {
      properties.set(component.getName(), member(component));
      if (!optional || isNeeded(component)) {
        required.add(component.getName());
      }
    }
    if (required.isEmpty()) {
      schema.remove("required");
    }
  }

  private static boolean isNeeded(RecordComponent component) {
    Doc doc = component.getAnnotation(Doc.class);
    return doc == null || !doc.nullable();
  }

  private ObjectNode member(RecordComponent component) {
    ObjectNode schema = of(component.getGenericType());
    Doc doc = component.getAnnotation(Doc.class);
    if (doc == null) {
      return schema;
    }
    if (schema.has("$ref")) { // other members beside a reference are ignored
      ObjectNode wrapped = JsonNodeFactory.instance.objectNode();
      wrapped.putArray("allOf").add(schema);
      schema = wrapped;
    }
    schema.put("description", doc.value());
    if (doc.nullable()) {
      schema.put("nullable", true);
    }
    limit(schema, doc);
    return schema;
  }

  private static void limit(ObjectNode schema, Doc doc) {
    if (doc.oneOf().length > 0) {
      ArrayNode values = schema.putArray("enum");
      List.of(doc.oneOf()).forEach(values::add);
      if (doc.nullable()) {
        values.addNull();
      }
    }
    if (Double.isFinite(doc.min())) {
      schema.put("minimum", doc.min());
    }
    if (Double.isFinite(doc.max())) {
      schema.put("maximum", doc.max());
    }
    if (doc.most() >= 0) {
      schema.put(schema.path("type").asText().equals("array") ? "maxItems" : "maxLength", doc.most());
    }
  }

  private ObjectNode of(Type type) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (generic.getRawType().equals(Map.class)) {
        schema.put("type", "object").set("additionalProperties", of(last));
      } else {
        schema.put("type", "array").set("items", of(last));
      }
      return schema;
    }
    Class<?> plain = (Class<?>) type;
    return plain.isRecord() ? reference(plain) : simple(schema, plain);
  }

  private static ObjectNode simple(ObjectNode schema, Class<?> type) {
    if (type == String.class) {
      return schema.put("type", "string");
    } else if (type == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    } else if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    } else if (type == double.class || type == Double.class) {
      return schema.put("type", "number").put("format", "double");
    } else if (type == float.class || type == Float.class) {
      return schema.put("type", "number").put("format", "float");
    } else if (type == long.class || type == Long.class) {
      return schema.put("type", "integer").put("format", "int64");
    } else if (type == int.class || type == Integer.class) {
      return schema.put("type", "integer").put("format", "int32");
    } else if (type == Object.class) {
      return schema;
    }
    throw new IllegalArgumentException("no schema is known for " + type);
  }
}
