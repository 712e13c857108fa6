package dev.terra.node.segment;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens segments in the files of an engine. Thread-safe; it blocks on the disk. */
public interface SegmentLookup {
  /**
   * Opens the segment that a request's query names; empty if the query names nothing that this node may serve.
   *
   * @throws IOException if it can't be opened, with the reason
   */
  Optional<OpenSegment> open(Map<String, List<String>> query) throws IOException;

  /** Returns the value of a parameter that occurs exactly once; otherwise an empty text. */
  static String value(Map<String, List<String>> query, String name) {
    List<String> values = query.getOrDefault(name, List.of());
    return values.size() == 1 ? values.get(0) : "";
  }
}
