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

/** What happens to YARN's own parts in the middle of a run: NodeManagers and tasks end. */
public final class NodeRunFaults {
  /** All serve for so long before the next one is killed: a fetch that it breaks off begins anew, with any shuffle, and takes time. */
  public static final double BETWEEN_KILLS_SECONDS = 15;
  /** Longer than engines need to see that a task stands still, and far less than the ten minutes after which it counts as lost. */
  public static final double STALL_SECONDS = 120;

  /** About what a NodeManager needs to be started again by what watches over it; less than Spark's readers wait for one. */
  private static final double SERVICE_AWAY_SECONDS = 3;

  private NodeRunFaults() {}

  /** Something ends on a node; whether bytes flow after that. */
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

    /** Ends it; returns its name. */
    abstract String end();

    /** Any task that runs: a reducer, where the kinds of tasks can be seen. */
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

  /** One node's NodeManager after the other is killed and at once started again, with what it finds of itself. */
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

  /** The first node's NodeManager is killed, with all shuffle services in it, and started again after a while; tasks live on. */
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

  /** A node without an application master leaves until the end, with its tasks and all map outputs on it. */
  private abstract static class Departure extends OfNode {
    private String node;
    private int tasks;

    Departure(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    /** Takes it, and its containers, out of the cluster. */
    abstract void leave(String name, List<Container> containers);

    /** Before its NodeManager is started again. */
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

  /** It is lost: its NodeManager and its tasks are killed. */
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
      // nothing has ordered it to stay away
    }
  }

  /** It is decommissioned: YARN takes its containers, and its handler ends in order. */
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

  /** A task's process is killed: a reducer, where the kinds of tasks can be seen. */
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

  /** A task's process stops: a reducer, where the kinds of tasks can be seen. Where the engine speculates, two attempts read the same. */
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
