package dev.terra.resourcemanager;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** The requests of one attempt of an application, by priority. It has one owner, since YARN admits one call of an attempt at a time. */
final class ApplicationAsks {
  /** The most containers that are remembered. No application of the published traces has more at once. */
  private static final int MOST_CONTAINERS = 100_000;
  /** The most priorities that are followed. Tez has three for each level of its graph. */
  private static final int MOST_PRIORITIES = 1_000;

  /** A container that has been allocated. */
  private record Come(StageAsks stage, String rack) {}

  private final StagePriorities priorities;
  private final MapSample maps = new MapSample();
  private final Map<Integer, StageAsks> stages = new TreeMap<>();
  /** The last request of each priority for any place. The rows for racks and nodes are copies of it. */
  private final Map<Integer, ResourceRequest> anywhere = new HashMap<>();
  private final Map<ContainerId, Come> containers = new HashMap<>();
  private boolean hinted;

  /** Creates the state of an attempt that has requested nothing yet. */
  ApplicationAsks(StagePriorities priorities) {
    this.priorities = priorities;
  }

  /** Takes the containers that the application master requests and gives back. */
  void asked(List<ResourceRequest> asks, List<ContainerId> released, long nowNanos) {
    for (ResourceRequest ask : asks) {
      int priority = ask.getPriority().getPriority();
      if (priorities.maps().test(priority) && ResourceRequest.isAnyLocation(ask.getResourceName())) {
        maps.wants(ask.getNumContainers());
      } else if (priorities.reducers().test(priority) && (stages.containsKey(priority) || stages.size() < MOST_PRIORITIES)) {
        asked(stages.computeIfAbsent(priority, number -> new StageAsks()), priority, ask, nowNanos);
      }
    }
    for (ContainerId id : released) {
      maps.ended(id, nowNanos);
      Come come = containers.remove(id);
      if (come != null) {
        come.stage().returned(come.rack());
      }
    }
  }

  /** Returns whether a request is for reducers at any place, so that rows for racks and nodes can be added to it. */
  boolean isOfReducers(ResourceRequest ask) {
    int priority = ask.getPriority().getPriority();
    return priorities.reducers().test(priority) && ResourceRequest.isAnyLocation(ask.getResourceName()) && isPlain(ask);
  }

  /**
   * Returns whether requests for reducers should wait a moment: the last maps of a job with few maps run, or have ended after the
   * controller's answer. Returns false if the controller does not answer.
   */
  boolean isEarly(AdviceWord word, long nowNanos) {
    return !hinted && word.isFresh(nowNanos) && (maps.isLastWave() || maps.isNewerThan(word.answeredNanos()));
  }

  private void asked(StageAsks stage, int priority, ResourceRequest ask, long nowNanos) {
    if (!ResourceRequest.isAnyLocation(ask.getResourceName())) {
      if (ask.getNumContainers() > 0) {
        stage.giveUp();
      }
    } else if (isPlain(ask)) {
      anywhere.put(priority, ask);
      stage.wants(ask.getNumContainers(), ask.getCapability(), nowNanos);
    } else {
      stage.giveUp();
    }
  }

  /** Returns whether a request states only how many containers of which size it needs. */
  private static boolean isPlain(ResourceRequest ask) {
    String label = ask.getNodeLabelExpression();
    boolean guaranteed = ask.getExecutionTypeRequest() == null
        || ask.getExecutionTypeRequest().getExecutionType() == ExecutionType.GUARANTEED;
    return ask.getRelaxLocality() && guaranteed && (label == null || label.isEmpty()) && ask.getAllocationRequestId() <= 0;
  }

  /**
   * Returns the requests that are passed on in addition to those of the application master. It is empty until enough maps have ended.
   *
   * @param shares the advised shares of racks; empty without advice
   */
  List<ResourceRequest> further(Map<String, Double> shares, Racks racks, long nowNanos) {
    List<ResourceRequest> further = new ArrayList<>();
    if (!hinted && !maps.isEnough()) {
      return further;
    }
    anywhere.forEach((priority, like) -> Optional.ofNullable(stages.get(priority)).ifPresent(stage ->
        stage.rows(shares, racks, nowNanos).forEach((name, count) -> further.add(row(like, name, count)))));
    return further;
  }

  private static ResourceRequest row(ResourceRequest like, String name, int count) {
    return ResourceRequest.newBuilder().priority(like.getPriority()).resourceName(name).capability(like.getCapability())
        .numContainers(count).relaxLocality(true).allocationRequestId(like.getAllocationRequestId()).build();
  }

  /** Notes that the scheduler has received these requests. */
  void given(List<ResourceRequest> further) {
    hinted |= !further.isEmpty();
    for (ResourceRequest row : further) {
      Optional.ofNullable(stages.get(row.getPriority().getPriority()))
          .ifPresent(stage -> stage.given(row.getResourceName(), row.getNumContainers()));
    }
  }

  /** Returns whether the scheduler has received any additional request. */
  boolean isHinted() {
    return hinted;
  }

  /** Notes that a container has been allocated. */
  void came(Container container, String rack, String node, long nowNanos) {
    if (priorities.maps().test(container.getPriority().getPriority())) {
      maps.came(container.getId());
    }
    StageAsks stage = stages.get(container.getPriority().getPriority());
    if (stage == null) {
      return;
    }
    if (containers.size() >= MOST_CONTAINERS) {
      stages.values().forEach(StageAsks::giveUp);
    } else if (containers.put(container.getId(), new Come(stage, rack)) == null) {
      stage.came(rack, node, nowNanos);
    }
  }

  /** Notes that a container has ended. */
  void ended(ContainerStatus status, long nowNanos) {
    maps.ended(status.getContainerId(), nowNanos);
    Come come = containers.remove(status.getContainerId());
    if (come != null && status.getExitStatus() != 0) {
      come.stage().failed(come.rack());
    }
  }
}
