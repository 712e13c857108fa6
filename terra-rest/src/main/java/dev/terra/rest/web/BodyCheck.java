package dev.terra.rest.web;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import dev.terra.rest.api.Problem;
import java.lang.reflect.RecordComponent;
import java.util.List;

/** Checks a request's record against the {@link Doc} of its members, which is also in the OpenAPI document. */
final class BodyCheck {
  private BodyCheck() {}

  /**
   * Checks a record and the records in it.
   *
   * @throws Problem that names the first wrong member
   */
  static void check(Object body) {
    for (RecordComponent component : body.getClass().getRecordComponents()) {
      Doc doc = component.getAnnotation(Doc.class);
      if (doc != null) {
        check(component.getName(), doc, value(component, body));
      }
    }
  }

  private static Object value(RecordComponent component, Object body) {
    try {
      return component.getAccessor().invoke(body);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(String name, Doc doc, Object value) {
    if (value == null) {
      require(doc.nullable(), name, "expected '" + name + "'");
    } else if (value instanceof Number number) {
      require(number.doubleValue() >= doc.min() && number.doubleValue() <= doc.max(), name,
          "expected '" + name + "' to be " + doc.min() + " to " + doc.max() + ", got " + number);
    } else if (value instanceof String text) {
      require(doc.most() < 0 || text.length() <= doc.most(), name, "expected at most " + doc.most() + " characters of '" + name + "'");
    } else if (value instanceof List<?> list) {
      require(doc.most() < 0 || list.size() <= doc.most(), name, "expected at most " + doc.most() + " items of '" + name + "'");
      list.forEach(item -> item(name, item));
    }
  }

  private static void item(String name, Object item) {
    require(item != null, name, "expected no null in '" + name + "'");
    if (item.getClass().isAnnotationPresent(Body.class)) {
      check(item);
    }
  }

  private static void require(boolean fine, String name, String problem) {
    if (!fine) {
      throw Problem.badParameter(name, problem);
    }
  }
}
