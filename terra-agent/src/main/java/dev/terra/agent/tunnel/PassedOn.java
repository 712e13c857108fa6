package dev.terra.agent.tunnel;

import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many bytes this agent has passed on, by the path of their tunnel, in both directions. May be used from any thread. */
public final class PassedOn {
  /** More than a WAN has paths through one site; those beyond are not counted. */
  private static final int MAX_PATHS = 100_000;

  private final Map<Path, LongAdder> byPath = new ConcurrentHashMap<>();

  void add(Path path, long bytes) {
    LongAdder sum = byPath.get(path);
    if (sum == null && byPath.size() < MAX_PATHS) {
      sum = byPath.computeIfAbsent(path, key -> new LongAdder());
    }
    if (sum != null) {
      sum.add(bytes);
    }
  }

  /** The sums by now. */
  public Map<Path, Long> bytes() {
    Map<Path, Long> bytes = new HashMap<>();
    byPath.forEach((path, sum) -> bytes.put(path, sum.sum()));
    return bytes;
  }
}
