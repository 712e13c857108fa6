package dev.terra.controller;

import com.google.common.collect.ImmutableMap;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.queue.QueueSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Reads keys of a configuration file that map queues to values. A name with {@code root.} before it and the same name without it
 * denote one queue.
 */
final class NamedQueues {
  private NamedQueues() {}

  /**
   * Returns the values of queues, by the names that {@link QueueSettings#name} gives.
   *
   * @param key the key whose value lists the queues
   * @param made makes the result for one queue from the queue's key in the file and its value
   * @throws ConfigException if a queue is given twice, or has no name
   */
  static <G, T> ImmutableMap<String, T> of(String key, Map<String, G> given, BiFunction<String, G, T> made) {
    Map<String, String> written = new HashMap<>();
    ImmutableMap.Builder<String, T> all = ImmutableMap.builder();
    given.forEach((queue, value) -> {
      String name = QueueSettings.name(queue);
      String place = key + "." + queue;
      if (name.isBlank()) {
        throw ConfigException.ofKey(place, "expected the name of a queue, got '" + queue + "'");
      }
      String first = written.putIfAbsent(name, queue);
      if (first != null) {
        throw ConfigException.ofKey(place, "the queue is given twice: " + first + " and " + queue + " are the same");
      }
      all.put(name, made.apply(place, value));
    });
    return all.buildOrThrow();
  }
}
