package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.FiguresUrl;
import dev.terra.lab.bed.HttpGateway;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.ProcessControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Container;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.ProcessUsage;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What can be done to a cluster with Terra while jobs run on it: parts end and start again, links are cut, other shuffles come. */
public final class ClusterControl {
  /** What the names of NodeManagers begin with, to people. */
  public static final String NODE_NAME = "NodeManager ";
  /** Where the handler of MapReduce tells its counters. */
  private static final int HANDLER_PORT = 13563;
  private static final int NODE_MANAGER_WEB_PORT = 8042;
  /** A NodeManager that starts among running tasks on few cores. */
  private static final long NODES_SECONDS = 120;
  private static final long POLL_MILLIS = 300;

  private final Testbed testbed;
  private final HttpGateway gateway;
  private int handlerPort = HANDLER_PORT;

  ClusterControl(Testbed testbed, HttpGateway gateway) {
    this.testbed = testbed;
    this.gateway = gateway;
  }

  /** The jobs use another service of the NodeManagers than the handler of MapReduce, which tells its counters at this port. */
  public void useHandlersAt(int port) {
    handlerPort = port;
  }

  /** How many agents share each site. */
  public int agentsPerSite() {
    return testbed.processes().agentsPerSite();
  }

  /** One of a site's agents, as it calls itself. */
  public AgentId agentId(SiteId site, int number) {
    return testbed.processes().agentId(site, number);
  }

  /** The processor time that one of a site's agents has used since it started, seconds; empty if it does not run. */
  public OptionalDouble processorSeconds(SiteId site, int number) {
    return testbed.processes().agent(site, number).flatMap(ProcessRecord::usage).stream().mapToDouble(ProcessUsage::cpuSeconds).findFirst();
  }

  /** Begins to do what an operator does: the words of a product's command. */
  public Submission operate(String... words) throws IOException {
    return terra().operate(List.of(words));
  }

  /** Where one of a site's agents tells its statistics while it carries a slice. */
  public String statsUrl(SiteId site, int number, int slice) {
    String ip = testbed.addresses().gateway(site).ip();
    return FiguresUrl.ofAgent(testbed.directory().root(), site, ip, testbed.processes().fetchPort(number, slice));
  }

  /** Starts a NodeManager again that was killed, without waiting for it. */
  public void restartNodeManager(String host) {
    testbed.processes().restartNodeManager(host);
  }

  /**
   * Ends all agents and starts them with other settings, and waits until all tunnels are up.
   *
   * @throws IOException if they are not in time
   */
  public void restartAgents(TerraSetup setup) throws IOException {
    ProcessControl processes = testbed.processes();
    for (Host gatewayHost : testbed.addresses().hosts(Role.GATEWAY)) {
      processes.agent(gatewayHost.site()).ifPresent(ProcessRecord::killAndWait);
      processes.restartAgent(gatewayHost.site(), setup, SpoolSize.USUAL);
    }
    awaitTunnels();
  }

  /** Kills it; its tasks live on. */
  public void killNodeManager(String host) {
    testbed.processes().nodeManager(host).ifPresent(ProcessRecord::killAndWait);
  }

  /** Decommissions these hosts and no others. */
  public void decommission(List<String> hosts) {
    testbed.processes().decommission(hosts);
  }

  /** What runs in containers on any node now. */
  public List<Container> containers() {
    return testbed.processes().containers();
  }

  /** The hosts with NodeManagers. */
  public List<String> workers() {
    return testbed.addresses().hosts(Role.WORKER).stream().map(Host::name).toList();
  }

  /** All processes of Terra's, and the NodeManagers with its handler. */
  public List<Replaceable> replaceable() {
    ImmutableList.Builder<Replaceable> all = ImmutableList.builder();
    ProcessControl processes = testbed.processes();
    all.add(replaceable("controller", processes::controller, () -> processes.restartController(TerraSetup.USUAL),
        processes::controllerAnswers));
    for (Host gatewayHost : testbed.addresses().hosts(Role.GATEWAY)) {
      SiteId site = gatewayHost.site();
      all.add(replaceable("agent of " + site, () -> processes.agent(site),
          () -> processes.restartAgent(site, TerraSetup.USUAL, SpoolSize.USUAL),
          () -> answers(statsUrl(site, 0, 0))));
    }
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      all.add(replaceable(NODE_NAME + worker.name(), () -> processes.nodeManager(worker.name()), () -> restartNodeManager(worker.name()),
          () -> answers(countersUrl(worker))));
    }
    return all.build();
  }

  private static Replaceable replaceable(
      String name, Supplier<Optional<ProcessRecord>> running, Runnable start, BooleanSupplier serves) {
    AtomicReference<Optional<ProcessRecord>> ending = new AtomicReference<>(Optional.empty());
    return new Replaceable(name, () -> {
      ending.set(running.get());
      ending.get().ifPresent(ProcessRecord::terminate);
    }, () -> ending.get().filter(ProcessRecord::isAlive).isEmpty(), start, serves);
  }

  private boolean answers(String url) {
    try {
      return gateway.get(url).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether Terra's shuffle handler, or the NodeManager with the stock one, serves on every node. */
  public boolean allHandlersServe() throws IOException {
    boolean terra = testbed.state().shuffle() == ShuffleMode.TERRA;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      String url = terra ? countersUrl(worker) : "http://" + worker.ip() + ":" + NODE_MANAGER_WEB_PORT + "/ws/v1/node/info";
      if (gateway.get(url).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Waits until the shuffle handler serves on every node.
   *
   * @throws IOException if one does not in time
   */
  public void awaitHandlers() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(NODES_SECONDS);
    while (!allHandlersServe()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("not every NodeManager was back after " + NODES_SECONDS + " s; logs: " + testbed.directory().keptLogs());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Waits until all agents are there and all tunnels up.
   *
   * @throws IOException if they are not in time
   */
  public void awaitTunnels() throws IOException {
    terra().awaitTunnels();
  }

  /** Submits a shuffle beside those of the jobs; docs/use/submit.md describes the matrix. */
  public Submission submit(String id, String matrix) throws IOException {
    return terra().submit(id, matrix);
  }

  /** What the controller knows of shuffles; nothing if it does not answer. */
  public CrossSiteBytes crossSiteBytes() {
    try {
      return CrossSiteBytes.of(terra().shuffles());
    } catch (IOException e) {
      return CrossSiteBytes.UNKNOWN;
    }
  }

  /** What the controller says of all shuffles; docs/use/operate.md names the fields. */
  public JsonNode shuffles() throws IOException {
    return terra().shuffles();
  }

  /** What Terra would have saved of the shuffles that the controller has seen. */
  public JsonNode savings() throws IOException {
    return terra().report();
  }

  /** Terra on it. */
  public TestbedTerra terra() {
    return new TestbedTerra(testbed, TerraSetup.USUAL, line -> { });
  }

  /** Where the shuffle handler of a node tells its counters. */
  public String countersUrl(Host worker) {
    return FiguresUrl.ofHandler(testbed.directory().root(), worker.site(), worker.ip(), handlerPort);
  }
}
