package dev.terra.agent.tunnel;

import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The number of bytes that this agent has relayed for each tunnel path, in both directions together. It may be used from any thread. */
public final class PassedOn {
  /** The most paths that are counted. A WAN has fewer paths through one site; further paths are not counted. */
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

  /** Returns the number of relayed bytes by path. */
  public Map<Path, Long> bytes() {
    Map<Path, Long> bytes = new HashMap<>();
    byPath.forEach((path, sum) -> bytes.put(path, sum.sum()));
    return bytes;
  }
}
