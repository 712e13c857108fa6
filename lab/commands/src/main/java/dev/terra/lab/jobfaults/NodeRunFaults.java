package dev.terra.lab.jobfaults;

import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.ClusterControl;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.testbed.hadoop.Container;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Faults of YARN's own parts in the middle of a run: NodeManagers and tasks end. */
public final class NodeRunFaults {
  /**
   * The time for which all NodeManagers serve before the next one is killed. A fetch that a kill interrupts begins
   * again, with any shuffle, and takes time.
   */
  public static final double BETWEEN_KILLS_SECONDS = 15;
  /**
   * The time for which a task is stopped: longer than engines need to notice it, and far less than the ten minutes
   * after which it counts as lost.
   */
  public static final double STALL_SECONDS = 120;

  /**
   * The time for which a NodeManager is away: about what a supervisor needs to restart it, and less than Spark's
   * readers wait for it.
   */
  private static final double SERVICE_AWAY_SECONDS = 3;

  private NodeRunFaults() {}

  /** A fault in which something on a node ends. It also checks whether bytes flow after that. */
  private abstract static class OfNode implements RunFault {
    private final DemoCluster cluster;
    private final TrafficMonitor traffic;
    private long before;

    OfNode(DemoCluster cluster, TrafficMonitor traffic) {
      this.cluster = cluster;
      this.traffic = traffic;
    }

    final ClusterControl control() {
      return cluster.control();
    }

    /** Ends the process or the processes, and returns their name. */
    abstract String end();

    /** Returns a task that runs: a reducer, if the kinds of tasks can be distinguished. */
    final Container task() {
      return control().containers().stream().filter(container -> container.kind() != Container.Kind.MASTER)
          .min(Comparator.comparing(container -> container.kind() != Container.Kind.REDUCER))
          .orElseThrow(() -> new IllegalStateException("no task runs"));
    }

    @Override
    public final String strike() {
      before = traffic.deliveredBytes();
      return end();
    }

    @Override
    public final boolean flowsAgain() {
      return traffic.deliveredBytes() > before;
    }
  }

  /** Kills the NodeManager of one node after the other and immediately restarts it. It recovers its own state. */
  static final class Restarts extends OfNode {
    private final List<String> nodes = control().workers();
    private int kills;
    private double nextSeconds;

    Restarts(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    String end() {
      String node = nodes.get(kills++ % nodes.size());
      control().killNodeManager(node);
      control().restartNodeManager(node);
      return node;
    }

    @Override
    public void goOn(double secondsSince) throws IOException, InterruptedException {
      if (!control().allHandlersServe()) {
        nextSeconds = secondsSince + BETWEEN_KILLS_SECONDS;
      } else if (secondsSince >= nextSeconds) {
        end();
      }
    }

    @Override
    public void mend() throws IOException, InterruptedException {
      if (kills > 0) {
        control().awaitHandlers();
      }
    }

    @Override
    public int strikes() {
      return kills;
    }

    @Override
    public List<String> seen() {
      return List.of(kills + " times a NodeManager was killed and started again");
    }
  }

  /** Kills the first node's NodeManager, with all shuffle services in it, and restarts it after a while. Tasks live on. */
  static final class KilledService extends OfNode {
    private final String node = control().workers().get(0);
    private boolean away;
    private boolean struck;

    KilledService(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    String end() {
      control().killNodeManager(node);
      away = true;
      struck = true;
      return node;
    }

    @Override
    public void goOn(double secondsSince) {
      if (away && secondsSince >= SERVICE_AWAY_SECONDS) {
        control().restartNodeManager(node);
        away = false;
      }
    }

    @Override
    public void mend() throws IOException, InterruptedException {
      if (struck) {
        goOn(SERVICE_AWAY_SECONDS);
        control().awaitHandlers();
      }
    }

    @Override
    public List<String> seen() {
      return List.of();
    }
  }

  /** A fault in which a node without an application master leaves until the end, with its tasks and all map outputs on it. */
  private abstract static class Departure extends OfNode {
    private String node;
    private int tasks;

    Departure(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    /** Takes the node and its containers out of the cluster. */
    abstract void leave(String name, List<Container> containers);

    /** Admits the node again, before its NodeManager is restarted. */
    abstract void admit();

    @Override
    final String end() {
      Set<String> withMaster = new TreeSet<>();
      control().containers().stream().filter(container -> container.kind() == Container.Kind.MASTER).map(Container::host)
          .forEach(withMaster::add);
      node = control().workers().stream().filter(worker -> !withMaster.contains(worker)).findFirst()
          .orElseThrow(() -> new IllegalStateException("every node has an application master"));
      List<Container> running = control().containers().stream().filter(container -> container.host().equals(node)).toList();
      tasks = running.size();
      leave(node, running);
      return node;
    }

    @Override
    public final void mend() throws IOException, InterruptedException {
      if (node != null) {
        admit();
        control().restartNodeManager(node);
        control().awaitHandlers();
      }
    }

    @Override
    public final List<String> seen() {
      return List.of("with it " + tasks + " containers");
    }
  }

  /** The node is lost: its NodeManager and its tasks are killed. */
  static final class Loss extends Departure {
    Loss(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    void leave(String name, List<Container> containers) {
      control().killNodeManager(name);
      containers.forEach(Container::kill);
    }

    @Override
    void admit() {
      // nothing keeps the node away
    }
  }

  /** The node is decommissioned: YARN takes its containers, and its handler ends normally. */
  static final class Decommission extends Departure {
    Decommission(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    void leave(String name, List<Container> containers) {
      control().decommission(List.of(name));
    }

    @Override
    void admit() {
      control().decommission(List.of());
    }
  }

  /** Kills a task's process: a reducer, if the kinds of tasks can be distinguished. */
  static final class KilledTask extends OfNode {
    KilledTask(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    String end() {
      Container task = task();
      task.kill();
      return task.id() + " on " + task.host();
    }

    @Override
    public List<String> seen() {
      return List.of();
    }
  }

  /**
   * Stops a task's process: a reducer, if the kinds of tasks can be distinguished. If the engine speculates, two
   * attempts read the same segments.
   */
  static final class Straggler extends OfNode {
    private Container task;
    private boolean stalled;
    private boolean outlived;

    Straggler(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    String end() {
      task = task();
      task.stall();
      stalled = true;
      return task.id() + " on " + task.host();
    }

    @Override
    public void goOn(double secondsSince) {
      if (stalled && !control().containers().contains(task)) {
        stalled = false;
        outlived = true;
      } else if (stalled && secondsSince >= STALL_SECONDS) {
        mend();
      }
    }

    @Override
    public void mend() {
      if (stalled) {
        task.resume();
        stalled = false;
      }
    }

    @Override
    public List<String> seen() {
      return List.of(outlived ? "another attempt was done first" : "it went on");
    }
  }
}
