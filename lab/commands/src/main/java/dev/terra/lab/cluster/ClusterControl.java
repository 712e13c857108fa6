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

/**
 * The operations on a cluster with Terra while jobs run on it: to end and restart processes, to cut links, to submit
 * other shuffles.
 */
public final class ClusterControl {
  /** The beginning of the names of NodeManagers in output for people. */
  public static final String NODE_NAME = "NodeManager ";
  /** The port at which the handler of MapReduce serves its counters. */
  private static final int HANDLER_PORT = 13563;
  private static final int NODE_MANAGER_WEB_PORT = 8042;
  /** The longest time that a NodeManager takes to start among running tasks on few cores. */
  private static final long NODES_SECONDS = 120;
  private static final long POLL_MILLIS = 300;

  private final Testbed testbed;
  private final HttpGateway gateway;
  private int handlerPort = HANDLER_PORT;

  ClusterControl(Testbed testbed, HttpGateway gateway) {
    this.testbed = testbed;
    this.gateway = gateway;
  }

  /**
   * Sets the port at which handlers serve their counters, for jobs that use another service of the NodeManagers than
   * the handler of MapReduce.
   */
  public void useHandlersAt(int port) {
    handlerPort = port;
  }

  /** Returns how many agents share each site. */
  public int agentsPerSite() {
    return testbed.processes().agentsPerSite();
  }

  /** Returns the id with which one of a site's agents identifies itself. */
  public AgentId agentId(SiteId site, int number) {
    return testbed.processes().agentId(site, number);
  }

  /**
   * Returns the processor time that one of a site's agents has used since it started, seconds; empty if the agent does
   * not run.
   */
  public OptionalDouble processorSeconds(SiteId site, int number) {
    return testbed.processes().agent(site, number).flatMap(ProcessRecord::usage).stream().mapToDouble(ProcessUsage::cpuSeconds).findFirst();
  }

  /** Starts an operator's command, given by its words. */
  public Submission operate(String... words) throws IOException {
    return terra().operate(List.of(words));
  }

  /** Returns the URL at which one of a site's agents serves its statistics while it carries a slice. */
  public String statsUrl(SiteId site, int number, int slice) {
    String ip = testbed.addresses().gateway(site).ip();
    return FiguresUrl.ofAgent(testbed.directory().root(), site, ip, testbed.processes().fetchPort(number, slice));
  }

  /** Restarts a NodeManager that was killed, without waiting for it. */
  public void restartNodeManager(String host) {
    testbed.processes().restartNodeManager(host);
  }

  /**
   * Ends all agents, starts them with other settings, and waits until all tunnels are up.
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

  /** Kills the NodeManager of a host. Its tasks live on. */
  public void killNodeManager(String host) {
    testbed.processes().nodeManager(host).ifPresent(ProcessRecord::killAndWait);
  }

  /** Decommissions these hosts and no others. */
  public void decommission(List<String> hosts) {
    testbed.processes().decommission(hosts);
  }

  /** Returns the containers that run on any node. */
  public List<Container> containers() {
    return testbed.processes().containers();
  }

  /** Returns the hosts with NodeManagers. */
  public List<String> workers() {
    return testbed.addresses().hosts(Role.WORKER).stream().map(Host::name).toList();
  }

  /** Returns all processes of Terra, and the NodeManagers with its handler. */
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

  /** Returns whether the shuffle handler serves on every node: Terra's, or that of the NodeManager with the stock shuffle. */
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
   * Waits until all agents are present and all tunnels are up.
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

  /** Returns the bytes of the shuffles that the controller remembers, none if the controller does not answer. */
  public CrossSiteBytes crossSiteBytes() {
    try {
      return CrossSiteBytes.of(terra().shuffles());
    } catch (IOException e) {
      return CrossSiteBytes.UNKNOWN;
    }
  }

  /** Returns the controller's statistics of all shuffles; docs/use/operate.md names the fields. */
  public JsonNode shuffles() throws IOException {
    return terra().shuffles();
  }

  /** Returns what Terra would have saved in the shuffles that the controller has seen. */
  public JsonNode savings() throws IOException {
    return terra().report();
  }

  /** Returns Terra on this cluster. */
  public TestbedTerra terra() {
    return new TestbedTerra(testbed, TerraSetup.USUAL, line -> { });
  }

  /** Returns the URL at which the shuffle handler of a node serves its counters. */
  public String countersUrl(Host worker) {
    return FiguresUrl.ofHandler(testbed.directory().root(), worker.site(), worker.ip(), handlerPort);
  }
}
