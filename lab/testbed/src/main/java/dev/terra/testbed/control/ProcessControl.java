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

/** YARN's and Terra's processes on a testbed, and what can be done to them while it is up. */
public final class ProcessControl {
  private final TestbedAccess testbed;

  ProcessControl(TestbedAccess testbed) {
    this.testbed = testbed;
  }

  /**
   * Switches the NodeManagers to another shuffle handler, with or without Terra's controller and agents, and waits until all are
   * back. No job may be running.
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
   * Makes an archive of the classes that Terra's controller and agents have loaded since they were started, for those that start later;
   * nothing happens where there is one already.
   */
  public void makeTerraArchive(Consumer<String> progress) {
    ClassArchive.ofTerra(testbed.directory(), testbed.state().installation()).make(progress);
  }

  /** From the next {@link #startTerra} on there are so many controllers, 1 to 5; several have a ZooKeeper. */
  public void useControllers(int count) {
    testbed.cluster(ProcessControl::tellNobody).useControllers(count);
  }

  /** From the next {@link #startTerra} on so many agents share each site, 1 to 4. */
  public void useAgentsPerSite(int count) {
    testbed.cluster(ProcessControl::tellNobody).useAgentsPerSite(count);
  }

  /** What is started from now on has these programs; what runs goes on with its own. */
  public void useInstallation(Installation programs) {
    testbed.locked(() -> testbed.change(state -> state.withInstallation(programs)));
  }

  /** Whether a controller that leads answers. */
  public boolean controllerAnswers() {
    return testbed.cluster(ProcessControl::tellNobody).leader().isPresent();
  }

  /** Where the agents of a site may serve fetches and tell their statistics, on its gateway. */
  public List<Integer> fetchPorts() {
    return testbed.cluster(ProcessControl::tellNobody).fetchPorts();
  }

  /** How many agents share each site. */
  public int agentsPerSite() {
    return testbed.cluster(ProcessControl::tellNobody).agentsPerSite();
  }

  /** Terra's controller, if it runs; of several, the one that leads. */
  public Optional<ProcessRecord> controller() {
    Cluster cluster = testbed.cluster(ProcessControl::tellNobody);
    Optional<String> name = cluster.controllerNames().size() == 1 ? Optional.of(Cluster.CONTROLLER) : cluster.leader();
    return name.flatMap(this::onCore);
  }

  private Optional<ProcessRecord> onCore(String name) {
    return testbed.state().process(testbed.addresses().core().name(), name);
  }

  /** The ZooKeeper of several controllers, if it runs. */
  public Optional<ProcessRecord> zooKeeper() {
    return onCore(Cluster.ZOOKEEPER);
  }

  /** Starts ZooKeeper again, unless it runs, with what it knew; does not wait for it. */
  public void restartZooKeeper() {
    restart(testbed.addresses().core(), Cluster.ZOOKEEPER, Cluster::startZooKeeper);
  }

  /** The agent of a site, if it runs; of several, the first. */
  public Optional<ProcessRecord> agent(SiteId site) {
    return agent(site, 0);
  }

  /** One of a site's agents, numbered from 0, if it runs. */
  public Optional<ProcessRecord> agent(SiteId site, int number) {
    return testbed.state().process(testbed.addresses().gateway(site).name(), Cluster.agentName(number));
  }

  /** One of a site's agents, numbered from 0, as it calls itself. */
  public AgentId agentId(SiteId site, int number) {
    return Cluster.agentId(testbed.addresses().gateway(site), number);
  }

  /** Where one of a site's agents serves fetches and tells its statistics, on its gateway, while it carries a slice. */
  public int fetchPort(int number, int slice) {
    return Cluster.fetchPort(number, slice);
  }

  /** The NodeManager of a host, if it runs; its containers live on when it is killed. */
  public Optional<ProcessRecord> nodeManager(String host) {
    return testbed.state().process(host, Cluster.NODE_MANAGER);
  }

  /** What runs in containers on all hosts. */
  public List<Container> containers() {
    return testbed.addresses().hosts(Role.WORKER).stream()
        .flatMap(host -> Container.running(testbed.directory(), host).stream()).toList();
  }

  /** Starts the NodeManager of a host again, unless it runs; does not wait for it. */
  public void restartNodeManager(String name) {
    Host host = testbed.addresses().host(name);
    restart(host, Cluster.NODE_MANAGER, cluster -> cluster.startNodeManager(host, testbed.state().shuffle()));
  }

  /** Decommissions these hosts and no others: YARN ends what runs on them. */
  public void decommission(List<String> hosts) {
    testbed.cluster(ProcessControl::tellNobody).decommission(hosts);
  }

  /** Starts those of the controllers again that do not run; does not wait for them. */
  public void restartController(TerraSetup size) {
    testbed.cluster(ProcessControl::tellNobody).controllerNames().forEach(name ->
        restart(testbed.addresses().core(), name, cluster -> cluster.startController(size, name)));
  }

  /**
   * Starts the agent of a site again, unless it runs; does not wait for it.
   *
   * @param spool what it has for its spool
   */
  public void restartAgent(SiteId site, TerraSetup size, SpoolSize spool) {
    restart(testbed.addresses().gateway(site), Cluster.AGENT, cluster -> cluster.startAgent(site, 0, size, spool));
  }

  /** Starts one of a site's agents again, numbered from 0, unless it runs; does not wait for it. */
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
    // what takes a moment needs no progress
  }
}
