package dev.terra.resourcemanager;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The containers that an application master wants at one priority, and the rows that the scheduler has received in addition. It has
 * one owner.
 *
 * <p>YARN's table of requests has absolute numbers by priority and name. The number of {@code *} bounds all containers. The numbers
 * of racks and nodes say where they may run, and a node's container counts for its rack, too. Only rows of racks and nodes are added
 * here. The row {@code *} is left to the application master, so that it gets no more containers than it wants.
 *
 * <p>Containers that may run anywhere are requested at every rack, since a scheduler delays containers outside the named racks once a
 * priority has rows of racks.
 */
final class StageAsks {
  /**
   * If no container has been allocated for this long, those that are still wanted may run anywhere, since the advised sites may be
   * full.
   */
  static final long PATIENCE_NANOS = 10_000_000_000L;
  /**
   * The number of nodes that are named for each container, those with the most room first. Of two nodes, one usually has room. Each
   * name costs the scheduler a row.
   */
  static final int NODES_EACH = 2;

  private @Nullable Resource size;
  private int wanted;
  /** How many of the wanted containers may run anywhere: those that replace failed ones, and those that have waited. */
  private int anywhere;
  private boolean unclear;
  private boolean hinted;
  private long lastNewsNanos;
  private final Map<String, Integer> come = new HashMap<>();
  /** The rows of racks and nodes that the scheduler has, computed from the rows that it received and the containers that it allocated. */
  private final Map<String, Integer> rows = new HashMap<>();

  /** Notes how many containers of a size the application master wants in all, wherever they run. */
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

  /** Notes that the application master requested something that cannot be combined with advice. From then on, nothing is added. */
  void giveUp() {
    unclear = true;
  }

  /** Notes that a container has been allocated. */
  void came(String rack, String node, long nowNanos) {
    lastNewsNanos = nowNanos;
    wanted = Math.max(0, wanted - 1);
    anywhere = Math.min(Math.max(0, anywhere - 1), wanted);
    come.merge(rack, 1, Integer::sum);
    rows.computeIfPresent(rack, (name, count) -> Math.max(0, count - 1));
    rows.computeIfPresent(node, (name, count) -> Math.max(0, count - 1));
  }

  /** Notes that a container has failed. YARN chooses the place of its replacement. */
  void failed(String rack) {
    returned(rack);
    anywhere++;
  }

  /** Notes that a container was given back. */
  void returned(String rack) {
    come.computeIfPresent(rack, (name, count) -> count > 1 ? count - 1 : null);
  }

  /**
   * Returns the rows that the scheduler needs in addition to the application master's, by the name of a rack or node.
   *
   * @param shares the advised shares of racks; empty without advice
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

  /** Notes that the scheduler has received a row. */
  void given(String name, int count) {
    rows.put(name, count);
  }
}
