package dev.terra.resourcemanager;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What an application master wants at one priority, and what the scheduler was given beside it. One owner.
 *
 * <p>YARN's table of requests has absolute numbers by priority and name: that of {@code *} bounds all, those of racks and nodes say where,
 * and a node's container counts for its rack, too. Only rows of racks and nodes are added here. The row {@code *} is the application
 * master's alone, so that no more containers come than it wants.
 *
 * <p>Those that may run anywhere are wanted at every rack: once a priority has rows of racks, a scheduler delays what is beside them.
 */
final class StageAsks {
  /** If no container has come for so long, those that are still wanted may run anywhere: the advised sites may be full. */
  static final long PATIENCE_NANOS = 10_000_000_000L;
  /** Nodes that are named for each container, those with most room first: one of two has room. Each name costs the scheduler a row. */
  static final int NODES_EACH = 2;

  private @Nullable Resource size;
  private int wanted;
  /** How many of the wanted ones may run anywhere: those that replace failed ones, and those that have waited. */
  private int anywhere;
  private boolean unclear;
  private boolean hinted;
  private long lastNewsNanos;
  private final Map<String, Integer> come = new HashMap<>();
  /** The rows of racks and nodes as the scheduler has them, by what it was given and what has come. */
  private final Map<String, Integer> rows = new HashMap<>();

  /** The application master wants so many containers of a size, all together, wherever they are. */
  void wants(int count, Resource each, long nowNanos) {
    if (count > 0 && size != null && !size.equals(each)) {
      giveUp();
    }
    if (count > wanted) {
      lastNewsNanos = nowNanos;
    }
    size = each;
    wanted = count;
    anywhere = Math.min(anywhere, wanted);
  }

  /** Something was asked for that is not understood: the application master knows better, and nothing is added any more. */
  void giveUp() {
    unclear = true;
  }

  /** A container has come. */
  void came(String rack, String node, long nowNanos) {
    lastNewsNanos = nowNanos;
    wanted = Math.max(0, wanted - 1);
    anywhere = Math.min(Math.max(0, anywhere - 1), wanted);
    come.merge(rack, 1, Integer::sum);
    rows.computeIfPresent(rack, (name, count) -> Math.max(0, count - 1));
    rows.computeIfPresent(node, (name, count) -> Math.max(0, count - 1));
  }

  /** A container has failed: the one that replaces it goes where YARN puts it. */
  void failed(String rack) {
    returned(rack);
    anywhere++;
  }

  /** A container was given back. */
  void returned(String rack) {
    come.computeIfPresent(rack, (name, count) -> count > 1 ? count - 1 : null);
  }

  /**
   * The rows that the scheduler is to be given beside the application master's, by the name of a rack or node.
   *
   * @param shares the advised shares of racks; none without advice
   */
  SortedMap<String, Integer> rows(Map<String, Double> shares, Racks racks, long nowNanos) {
    SortedMap<String, Integer> changes = new TreeMap<>();
    if (wanted == 0 || unclear) {
      return changes;
    }
    if (hinted && nowNanos - lastNewsNanos > PATIENCE_NANOS) {
      anywhere = wanted;
    }
    int here = wanted - Math.min(anywhere, wanted);
    SortedMap<String, Integer> counts = RackCounts.of(shares, come, here);
    if (!hinted && counts.isEmpty()) {
      return changes;
    }
    if (!hinted) {
      hinted = true;
      lastNewsNanos = nowNanos;
    }
    int free = wanted - counts.values().stream().mapToInt(Integer::intValue).sum();
    racks.byName().forEach((rack, nodes) -> {
      int count = counts.getOrDefault(rack, 0) + free;
      if (count != rows.getOrDefault(rack, 0)) {
        changes.put(rack, count);
      }
      int named = 0;
      for (String node : nodes.nodes()) {
        int before = rows.getOrDefault(node, 0);
        boolean isNamed = before > 0 || named < NODES_EACH * count;
        named += isNamed ? 1 : 0;
        if (count == 0 ? before > 0 : isNamed && before < count) {
          changes.put(node, count);
        }
      }
    });
    return changes;
  }

  /** The scheduler was given a row. */
  void given(String name, int count) {
    rows.put(name, count);
  }
}
