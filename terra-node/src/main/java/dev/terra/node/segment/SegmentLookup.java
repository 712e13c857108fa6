package dev.terra.node.segment;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens segments as an engine's files lie. Thread-safe; blocks on the disk. */
public interface SegmentLookup {
  /**
   * Opens what a request's query asks for; empty where it names nothing that this node may serve.
   *
   * @throws IOException if it can't be had, with the reason
   */
  Optional<OpenSegment> open(Map<String, List<String>> query) throws IOException;

  /** The value of a parameter that has exactly one; else empty. */
  static String value(Map<String, List<String>> query, String name) {
    List<String> values = query.getOrDefault(name, List.of());
    return values.size() == 1 ? values.get(0) : "";
  }
}
