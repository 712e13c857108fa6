package dev.terra.resourcemanager;

import dev.terra.resourcemanager.Racks.Rack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.jspecify.annotations.Nullable;

/** The nodes of a ResourceManager, by the names that requests use. */
final class ClusterNodes {
  /**
   * The most nodes of a rack that requests name. A named node is used at once, and another node only after a scheduler's delay for
   * racks. However, each name is a row of the scheduler's table for each priority that has advice.
   */
  private static final int MOST_NODES = 64;

  private final RMContext context;
  private final boolean withPorts;

  ClusterNodes(RMContext context) {
    this.context = context;
    this.withPorts = context.getYarnConfiguration().getBoolean(
        YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME,
        YarnConfiguration.DEFAULT_RM_SCHEDULER_USE_PORT_FOR_NODE_NAME);
  }

  /** Returns the name of a node in requests. */
  String name(RMNode node) {
    return withPorts ? node.getHostName() + ":" + node.getNodeID().getPort() : node.getHostName();
  }

  /** Returns a node; null if it is lost. */
  @Nullable RMNode node(NodeId id) {
    return context.getRMNodes().get(id);
  }

  /** Returns the present racks. */
  Racks racks() {
    Map<String, List<RMNode>> byRack = new HashMap<>();
    context.getRMNodes().values().stream().filter(node -> node.getState() == NodeState.RUNNING)
        .forEach(node -> byRack.computeIfAbsent(node.getRackName(), rack -> new ArrayList<>()).add(node));
    SortedMap<String, Rack> racks = new TreeMap<>();
    byRack.forEach((rack, nodes) -> racks.put(rack, rack(nodes)));
    return new Racks(racks);
  }

  private Rack rack(List<RMNode> nodes) {
    Map<NodeId, Long> left = new HashMap<>();
    nodes.forEach(node -> left.put(node.getNodeID(), left(node)));
    List<String> names = nodes.stream()
        .sorted(Comparator.comparingLong((RMNode node) -> -left.getOrDefault(node.getNodeID(), 0L)).thenComparing(RMNode::getHostName))
        .limit(MOST_NODES).map(this::name).toList();
    return new Rack(names, nodes.stream().mapToLong(node -> node.getTotalCapability().getMemorySize()).sum());
  }

  private long left(RMNode node) {
    SchedulerNodeReport report = context.getScheduler().getNodeReport(node.getNodeID());
    return report == null ? 0 : report.getAvailableResource().getMemorySize();
  }
}
