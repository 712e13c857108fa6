package dev.terra.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Creates records from YAML mappings, with a component for each key. Components are texts, whole numbers ({@code Integer}, {@code Long}),
 * {@code Double}, {@code Boolean}, records, and lists and maps (by text) of these. A component whose key is missing is null.
 */
public final class YamlRecords {
  private YamlRecords() {
  }

  /**
   * Returns the record that a mapping contains.
   *
   * @throws ConfigException if a key is not a component, or a value is of another kind
   */
  public static <R extends Record> R read(YamlValue value, Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    YamlMap map = YamlMap.of(value, value.name(), Stream.of(components).map(RecordComponent::getName).toList());
    Object[] parts = Stream.of(components)
        .map(part -> map.get(part.getName()).map(found -> convert(found, part.getGenericType())).orElse(null)).toArray();
    return make(type, parts);
  }

  private static <R extends Record> R make(Class<R> type, Object[] parts) {
    Class<?>[] types = Stream.of(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(type + " refuses " + Arrays.toString(parts), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " cannot be made", e);
    }
  }

  private static Object convert(YamlValue value, Type type) {
    if (type instanceof ParameterizedType generic) {
      return convertAll(value, generic);
    }
    if (type == String.class) {
      return value.text();
    }
    if (type == Integer.class) {
      return (int) value.whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == Long.class) {
      return value.whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == Double.class) {
      return value.number();
    }
    if (type == Boolean.class) {
      return value.flag();
    }
    return read(value, ((Class<?>) type).asSubclass(Record.class));
  }

  private static Object convertAll(YamlValue value, ParameterizedType generic) {
    Type[] arguments = generic.getActualTypeArguments();
    if (generic.getRawType() == List.class) {
      return value.list().stream().map(part -> convert(part, arguments[0])).toList();
    }
    Map<String, Object> all = new LinkedHashMap<>();
    YamlMap.of(value).values().forEach((key, part) -> all.put(key, convert(part, arguments[1])));
    return all;
  }
}
