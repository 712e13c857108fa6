package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many bytes of one shuffle agents have sent on which paths. An agent counts from its own start. So the counts of an agent that has
 * ended are kept in addition to those of its successor. A new leader has only the counts of running agents.
 */
final class SentPaths {
  /** The bytes that ended agents had counted. */
  private final Map<SitePair, Map<Path, Long>> before = new HashMap<>();
  private final Map<SliceId, Counted> now = new TreeMap<>();
  private final Map<SitePair, ImmutableMap<Path, Long>> sums = new HashMap<>();

  /** What an agent has counted so far. */
  private record Counted(long session, Map<SitePair, Map<Path, Long>> bytes) {}

  /**
   * Takes over what an agent has counted of a bundle on some paths. At most {@value BundleId#MOST_SENT_PATHS} paths of a bundle are kept
   * for one session of an agent. Returns whether the counts have grown.
   */
  boolean report(SliceId from, long session, SitePair pair, Map<Path, Long> bytes) {
    boolean more = false;
    Map<Path, Long> known = counted(from, session).bytes.computeIfAbsent(pair, any -> new HashMap<>());
    for (Map.Entry<Path, Long> sent : bytes.entrySet()) {
      boolean hasRoom = known.size() < BundleId.MOST_SENT_PATHS || known.containsKey(sent.getKey());
      if (hasRoom && sent.getValue() > known.getOrDefault(sent.getKey(), 0L)) {
        known.put(sent.getKey(), sent.getValue());
        more = true;
      }
    }
    if (more) {
      sums.put(pair, sum(pair));
    }
    return more;
  }

  private Counted counted(SliceId from, long session) {
    Counted counted = now.get(from);
    if (counted != null && counted.session == session) {
      return counted;
    }
    if (counted != null) {
      counted.bytes.forEach((pair, paths) -> add(before.computeIfAbsent(pair, any -> new HashMap<>()), paths));
    }
    Counted first = new Counted(session, new HashMap<>());
    now.put(from, first);
    return first;
  }

  private ImmutableMap<Path, Long> sum(SitePair pair) {
    Map<Path, Long> sum = new HashMap<>(before.getOrDefault(pair, Map.of()));
    now.values().forEach(counted -> add(sum, counted.bytes.getOrDefault(pair, Map.of())));
    return ImmutableMap.copyOf(sum);
  }

  private static void add(Map<Path, Long> sum, Map<Path, Long> paths) {
    paths.forEach((path, bytes) -> sum.merge(path, bytes, Long::sum));
  }

  /** Returns what was sent of a bundle, by path. */
  ImmutableMap<Path, Long> of(SitePair pair) {
    return sums.getOrDefault(pair, ImmutableMap.of());
  }
}
