package dev.terra.resourcemanager;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.util.Records;

/**
 * Hadoop's own ResourceManager in this process, with fake nodes that send heartbeats when a test calls for them, and application masters
 * that tests simulate.
 */
final class RealResourceManager implements AutoCloseable {
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  static final Resource NODE = Resource.newInstance(16_384, 64);
  static final Resource SMALL = Resource.newInstance(1_024, 1);

  private final ResourceManager manager = new ResourceManager() {
    @Override
    protected void startWepApp() {
      // no test uses it
    }
  };
  private final List<Node> nodes = new ArrayList<>();

  /** Starts a ResourceManager with one of Hadoop's schedulers. */
  RealResourceManager(String scheduler, Map<String, String> settings) {
    DefaultMetricsSystem.setMiniClusterMode(true); // this process runs several, one after the other
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, scheduler);
    for (String key : List.of(YarnConfiguration.RM_ADDRESS, YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, YarnConfiguration.RM_ADMIN_ADDRESS, YarnConfiguration.RM_WEBAPP_ADDRESS)) {
      conf.set(key, "127.0.0.1:0");
    }
    conf.set("net.topology.node.switch.mapping.impl", RackOfAddress.class.getName());
    conf.set("yarn.scheduler.capacity.root.queues", "default,other");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "90");
    conf.set("yarn.scheduler.capacity.root.other.capacity", "10");
    conf.set("yarn.scheduler.capacity.root.other.maximum-capacity", "100");
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    conf.set("yarn.scheduler.capacity.rack-locality-additional-delay", "40");
    conf.set("yarn.scheduler.fair.locality.threshold.node", "1");
    conf.set("yarn.scheduler.fair.locality.threshold.rack", "1");
    conf.set("yarn.scheduler.fair.user-as-default-queue", "false");
    conf.set("yarn.scheduler.fair.assignmultiple", "true");
    conf.set("yarn.scheduler.fair.dynamic.max.assign", "false");
    settings.forEach(conf::set);
    manager.init(conf);
    manager.start();
  }

  /** A node that only sends heartbeats. */
  private static final class Node {
    private final NodeId id;
    private final List<ContainerStatus> ended = new ArrayList<>();
    private MasterKey containerKey;
    private MasterKey tokenKey;
    private int responseId;

    Node(NodeId id, RegisterNodeManagerResponse response) {
      this.id = id;
      this.containerKey = response.getContainerTokenMasterKey();
      this.tokenKey = response.getNMTokenMasterKey();
    }
  }

  /** Adds racks S1, S2 and so on, with the given number of nodes each. */
  void addRacks(int racks, int nodesEach) throws Exception {
    for (int rack = 1; rack <= racks; rack++) {
      for (int number = 1; number <= nodesEach; number++) {
        NodeId id = NodeId.newInstance("127.0." + rack + "." + number, 8041);
        nodes.add(new Node(id, manager.getResourceTrackerService().registerNodeManager(
            RegisterNodeManagerRequest.newInstance(id, 8042, NODE, "3.4.3", List.of(), List.of()))));
      }
    }
    heartbeat();
    await(() -> manager.getResourceScheduler().getNumClusterNodes() == nodes.size());
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain");
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Sends one heartbeat of each node. */
  void heartbeat() throws Exception {
    for (Node node : nodes) {
      List<ContainerStatus> ended = new ArrayList<>(node.ended);
      node.ended.clear();
      NodeStatus status = NodeStatus.newInstance(node.id, node.responseId, ended, List.of(),
          NodeHealthStatus.newInstance(true, "", System.currentTimeMillis()), null, null, null);
      NodeHeartbeatResponse response = manager.getResourceTrackerService().nodeHeartbeat(
          NodeHeartbeatRequest.newInstance(status, node.containerKey, node.tokenKey, null));
      node.responseId = response.getResponseId();
      node.containerKey = response.getContainerTokenMasterKey() == null ? node.containerKey : response.getContainerTokenMasterKey();
      node.tokenKey = response.getNMTokenMasterKey() == null ? node.tokenKey : response.getNMTokenMasterKey();
    }
  }

  /** Ends a container. Its node reports the end with the next heartbeat. */
  void end(ContainerId container, NodeId on, int exitCode) {
    nodes.stream().filter(node -> node.id.equals(on)).forEach(
        node -> node.ended.add(ContainerStatus.newInstance(container, ContainerState.COMPLETE, "ended by a test", exitCode)));
  }

  /** Returns the rack of a node. */
  static String rack(NodeId node) {
    return "/S" + node.getHost().split("\\.")[2];
  }

  /** Submits an application, whose master the test simulates. */
  Master submit(String type, String queue) throws Exception {
    ApplicationId id = manager.getClientRMService().getNewApplication(GetNewApplicationRequest.newInstance()).getApplicationId();
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setApplicationName("test");
    context.setApplicationType(type);
    context.setQueue(queue);
    context.setUnmanagedAM(true);
    context.setResource(SMALL);
    context.setAMContainerSpec(ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
    manager.getClientRMService().submitApplication(SubmitApplicationRequest.newInstance(context));
    await(() -> manager.getRMContext().getRMApps().get(id).getCurrentAppAttempt() != null
        && manager.getRMContext().getRMApps().get(id).getCurrentAppAttempt().getAppAttemptState() == RMAppAttemptState.LAUNCHED);
    return new Master(manager.getRMContext().getRMApps().get(id).getCurrentAppAttempt());
  }

  /** An application master, with the table of its requests at one priority. */
  final class Master {
    private final ApplicationAttemptId attempt;
    private final UserGroupInformation user;
    private int responseId;

    private Master(RMAppAttempt running) throws Exception {
      attempt = running.getAppAttemptId();
      user = UserGroupInformation.createRemoteUser(attempt.toString());
      user.addTokenIdentifier(running.getAMRMToken().decodeIdentifier());
      user.doAs((PrivilegedExceptionAction<Object>) () -> manager.getApplicationMasterService().registerApplicationMaster(
          RegisterApplicationMasterRequest.newInstance("127.0.0.1", 1, "")));
    }

    String application() {
      return attempt.getApplicationId().toString();
    }

    /** Ends the application. */
    void finish() throws Exception {
      user.doAs((PrivilegedExceptionAction<Object>) () -> manager.getApplicationMasterService().finishApplicationMaster(
          FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "")));
    }

    AllocateResponse allocate(List<ResourceRequest> asks, List<ContainerId> released) throws Exception {
      AllocateRequest request = AllocateRequest.newBuilder().responseId(responseId).progress(0).askList(asks).releaseList(released).build();
      AllocateResponse response = user.doAs(
          (PrivilegedExceptionAction<AllocateResponse>) () -> manager.getApplicationMasterService().allocate(request));
      responseId = response.getResponseId();
      return response;
    }

    /** Returns the numbers of containers that the scheduler has for a priority, by the name of the place. */
    Map<String, Integer> table(int priority) {
      Map<String, Integer> table = new HashMap<>();
      ((AbstractYarnScheduler<?, ?>) manager.getResourceScheduler()).getApplicationAttempt(attempt).getAppSchedulingInfo()
          .getAllResourceRequests().stream().filter(row -> row.getPriority().getPriority() == priority)
          .forEach(row -> table.put(row.getResourceName(), row.getNumContainers()));
      return table;
    }
  }

  /** Returns a request for containers at any place. */
  static ResourceRequest anywhere(int priority, int count) {
    return ResourceRequest.newInstance(Priority.newInstance(priority), ResourceRequest.ANY, SMALL, count);
  }

  @Override
  public void close() {
    manager.stop();
  }
}
