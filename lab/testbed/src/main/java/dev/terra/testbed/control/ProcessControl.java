package dev.terra.testbed.control;

import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.hadoop.Container;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.state.TestbedState;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** YARN's and Terra's processes on a testbed, and the operations on them while it is up. */
public final class ProcessControl {
  private final TestbedAccess testbed;

  ProcessControl(TestbedAccess testbed) {
    this.testbed = testbed;
  }

  /**
   * Switches the NodeManagers to another shuffle handler, with or without Terra's controller and agents, and waits
   * until all of them serve again. No job may be running.
   */
  public void useShuffle(ShuffleMode mode, Consumer<String> progress) {
    TestbedState state = testbed.state();
    if (!state.yarn()) {
      throw new TestbedException("this testbed has no YARN (testbed up --no-yarn)");
    }
    state.installation().check(true, mode);
    testbed.locked(() -> {
      testbed.change(now -> now.withShuffle(mode));
      testbed.cluster(progress).switchTo(mode, state.processes(), testbed::record);
    });
  }

  /** Starts Terra's controller and agents on a testbed without YARN, and waits until all agents serve. */
  public void startTerra(TerraSetup size, Consumer<String> progress) {
    testbed.state().installation().check(false, ShuffleMode.TERRA);
    testbed.locked(() -> testbed.cluster(progress).startTerraOnly(size, testbed::record));
  }

  /** Ends Terra's controller and agents on a testbed without YARN. */
  public void stopTerra() {
    Cluster.stopTerra(testbed.state().processes());
  }

  /**
   * Makes an archive of the classes that Terra's controller and agents have loaded since they were started, for later
   * processes. Does nothing if there is an archive already.
   */
  public void makeTerraArchive(Consumer<String> progress) {
    ClassArchive.ofTerra(testbed.directory(), testbed.state().installation()).make(progress);
  }

  /** Sets the number of controllers from the next {@link #startTerra} on, 1 to 5; several have a ZooKeeper. */
  public void useControllers(int count) {
    testbed.cluster(ProcessControl::tellNobody).useControllers(count);
  }

  /** Sets the number of agents that share each site from the next {@link #startTerra} on, 1 to 4. */
  public void useAgentsPerSite(int count) {
    testbed.cluster(ProcessControl::tellNobody).useAgentsPerSite(count);
  }

  /** Sets the programs of processes that are started later. Running processes keep theirs. */
  public void useInstallation(Installation programs) {
    testbed.locked(() -> testbed.change(state -> state.withInstallation(programs)));
  }

  /** Returns whether a controller that leads answers. */
  public boolean controllerAnswers() {
    return testbed.cluster(ProcessControl::tellNobody).leader().isPresent();
  }

  /** Returns the ports at which the agents of a site may serve fetches and their statistics, on its gateway. */
  public List<Integer> fetchPorts() {
    return testbed.cluster(ProcessControl::tellNobody).fetchPorts();
  }

  /** Returns how many agents share each site. */
  public int agentsPerSite() {
    return testbed.cluster(ProcessControl::tellNobody).agentsPerSite();
  }

  /** Returns Terra's controller, if it runs; of several, the leader. */
  public Optional<ProcessRecord> controller() {
    Cluster cluster = testbed.cluster(ProcessControl::tellNobody);
    Optional<String> name = cluster.controllerNames().size() == 1 ? Optional.of(Cluster.CONTROLLER) : cluster.leader();
    return name.flatMap(this::onCore);
  }

  private Optional<ProcessRecord> onCore(String name) {
    return testbed.state().process(testbed.addresses().core().name(), name);
  }

  /** Returns the ZooKeeper of several controllers, if it runs. */
  public Optional<ProcessRecord> zooKeeper() {
    return onCore(Cluster.ZOOKEEPER);
  }

  /** Restarts ZooKeeper with its data, unless it runs; does not wait for it. */
  public void restartZooKeeper() {
    restart(testbed.addresses().core(), Cluster.ZOOKEEPER, Cluster::startZooKeeper);
  }

  /** Returns the agent of a site, if it runs; of several, the first. */
  public Optional<ProcessRecord> agent(SiteId site) {
    return agent(site, 0);
  }

  /** Returns one of a site's agents, numbered from 0, if it runs. */
  public Optional<ProcessRecord> agent(SiteId site, int number) {
    return testbed.state().process(testbed.addresses().gateway(site).name(), Cluster.agentName(number));
  }

  /** Returns the id with which one of a site's agents, numbered from 0, identifies itself. */
  public AgentId agentId(SiteId site, int number) {
    return Cluster.agentId(testbed.addresses().gateway(site), number);
  }

  /**
   * Returns the port at which one of a site's agents serves fetches and its statistics, on its gateway, while it
   * carries a slice.
   */
  public int fetchPort(int number, int slice) {
    return Cluster.fetchPort(number, slice);
  }

  /** Returns the NodeManager of a host, if it runs. Its containers live on when it is killed. */
  public Optional<ProcessRecord> nodeManager(String host) {
    return testbed.state().process(host, Cluster.NODE_MANAGER);
  }

  /** Returns the containers that run on all hosts. */
  public List<Container> containers() {
    return testbed.addresses().hosts(Role.WORKER).stream()
        .flatMap(host -> Container.running(testbed.directory(), host).stream()).toList();
  }

  /** Restarts the NodeManager of a host, unless it runs; does not wait for it. */
  public void restartNodeManager(String name) {
    Host host = testbed.addresses().host(name);
    restart(host, Cluster.NODE_MANAGER, cluster -> cluster.startNodeManager(host, testbed.state().shuffle()));
  }

  /** Decommissions these hosts and no others: YARN ends the containers on them. */
  public void decommission(List<String> hosts) {
    testbed.cluster(ProcessControl::tellNobody).decommission(hosts);
  }

  /** Restarts those of the controllers that do not run; does not wait for them. */
  public void restartController(TerraSetup size) {
    testbed.cluster(ProcessControl::tellNobody).controllerNames().forEach(name ->
        restart(testbed.addresses().core(), name, cluster -> cluster.startController(size, name)));
  }

  /**
   * Restarts the agent of a site, unless it runs; does not wait for it.
   *
   * @param spool the size of its spool
   */
  public void restartAgent(SiteId site, TerraSetup size, SpoolSize spool) {
    restart(testbed.addresses().gateway(site), Cluster.AGENT, cluster -> cluster.startAgent(site, 0, size, spool));
  }

  /** Restarts one of a site's agents, numbered from 0, unless it runs; does not wait for it. */
  public void restartAgent(SiteId site, int number, TerraSetup size) {
    restart(testbed.addresses().gateway(site), Cluster.agentName(number),
        cluster -> cluster.startAgent(site, number, size, SpoolSize.USUAL));
  }

  private void restart(Host host, String role, Function<Cluster, ProcessRecord> start) {
    testbed.locked(() -> {
      if (testbed.state().process(host.name(), role).isEmpty()) {
        testbed.record(start.apply(testbed.cluster(ProcessControl::tellNobody)));
      }
    });
  }

  private static void tellNobody(String line) {
    // quick operations need no progress
  }
}
