package dev.terra.resourcemanager;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A model of the requests of one priority in YARN's schedulers: the number for any place bounds all containers, and a container on a node
 * also counts for its rack. Each node has room for the given number of containers.
 */
final class SchedulerTable {
  private final Map<String, String> rackOfNode;
  private final Map<String, Integer> room;
  private final Map<String, Integer> rows = new HashMap<>();
  private int anywhere;

  SchedulerTable(Map<String, String> rackOfNode, int roomOfNode) {
    this.rackOfNode = rackOfNode;
    this.room = new HashMap<>();
    rackOfNode.keySet().forEach(node -> room.put(node, roomOfNode));
  }

  void anywhere(int count) {
    anywhere = count;
  }

  void rows(Map<String, Integer> changes) {
    rows.putAll(changes);
  }

  int count(String name) {
    return rows.getOrDefault(name, 0);
  }

  /**
   * Lets each node send one heartbeat, in random order, and returns the nodes of the containers that are allocated, which are at most
   * {@code most}.
   */
  List<String> heartbeats(Random random, int most) {
    List<String> came = new ArrayList<>();
    List<String> order = new ArrayList<>(rackOfNode.keySet());
    Collections.shuffle(order, random);
    for (String node : order) {
      while (came.size() < most && anywhere > 0 && room.get(node) > 0 && isAsked(node)) {
        allocate(node);
        came.add(node);
      }
    }
    return came;
  }

  private boolean isAsked(String node) {
    return rows.isEmpty() || (count(node) > 0 && count(rackOfNode.get(node)) > 0);
  }

  private void allocate(String node) {
    anywhere--;
    room.merge(node, -1, Integer::sum);
    rows.computeIfPresent(node, (name, count) -> count > 1 ? count - 1 : null);
    rows.computeIfPresent(rackOfNode.get(node), (name, count) -> count > 1 ? count - 1 : null);
  }

  void release(String node) {
    room.merge(node, 1, Integer::sum);
  }
}
