package dev.terra.lab.security;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.Agent;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.CompressionConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.config.SiteShare;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.node.agent.AgentAddress;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestSettings;
import dev.terra.rest.read.RunningController;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Three sites on the loopback interface, with TLS everywhere: site number i has 127.81.i.0/24, its agent .200, its node
 * .10; the node of A has a job's output. All its parts are the product's own.
 */
final class SecurityBed implements AutoCloseable {
  static final List<String> SITES = List.of("A", "B", "C");

  private final Path directory;
  private final Papers papers;
  private final int tunnelPort;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Map<String, BedNode> nodes = new LinkedHashMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final TamperedLink relayed;
  private ControllerServer controller;
  private RestServer rest;

  private SecurityBed(Path directory) throws IOException {
    this.directory = directory;
    this.papers = new Papers(directory);
    try (ServerSocket free = new ServerSocket(0)) {
      this.tunnelPort = free.getLocalPort();
    }
    this.relayed = TamperedLink.open(agentIp("C"), tunnels("B"));
    opened.add(relayed);
  }

  /** Starts all parts, and waits until the bed carries bytes. */
  static SecurityBed up(Path directory) throws IOException {
    SecurityBed bed = new SecurityBed(directory);
    try {
      bed.start();
      return bed;
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void start() throws IOException {
    Path topology = directory.resolve("wan.yaml");
    Files.writeString(topology, wan());
    startController(topology);
    Wan wan = Topologies.load(topology);
    for (String site : SITES) {
      agents.put(site, Agent.start(agent(site, wan)));
    }
    Path data = directory.resolve("output");
    BedOutput.write(data);
    for (String site : SITES) {
      nodes.put(site, new BedNode(nodeIp(site), new AgentAddress(InetAddress.getByName(agentIp(site)), agents.get(site).sitePort()),
          papers.files(PeerIdentity.node(site)), data));
    }
    SuiteWait.await("the nodes attach", () -> nodes.values().stream().allMatch(BedNode::isAttached));
    nodes.get("A").announce();
  }

  private void startController(Path topology) throws IOException {
    TlsPaths files = papers.files(PeerIdentity.controller());
    Path file = directory.resolve("controller.yaml");
    Files.writeString(file, "topology: " + topology + "\nlisten: '127.0.0.1:0'\n");
    TlsFiles tls = TlsFiles.open(files, PeerIdentity.controller(), line -> { }, line -> { });
    opened.add(tls);
    ControllerSettings settings = Settings.of(ControllerConfig.load(file), System.nanoTime());
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    controller = ControllerServer.start(settings, any, thread, System::nanoTime, tls);
    rest = RestServer.start(
        new RestSettings(any, Optional.empty(), false, Optional.of(tls), ImmutableSet.of(), Optional.empty()),
        new RestServer.Parts(new RunningController(controller, settings, "terra-plus", Instant.now()), follower -> List.of(), () -> ""));
    opened.add(rest);
  }

  private static String wan() {
    StringBuilder text = new StringBuilder("name: security\nsites:\n");
    SITES.forEach(site -> text.append("  - {id: ").append(site).append(", subnets: [").append(subnet(site)).append("0/24]}\n"));
    return text.append("""
        links:
          - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
          - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
          - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
        """).toString();
  }

  private AgentConfig agent(String site, Wan wan) throws IOException {
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    for (String other : SITES) {
      if (!other.equals(site)) {
        InetSocketAddress at = site.equals("C") && other.equals("B") ? relayed.address() : tunnels(other);
        neighbours.put(new SiteId(other), new Neighbour(InetAddress.getByName(agentIp(site)), at.getAddress(), at.getPort()));
      }
    }
    return new AgentConfig(new SiteId(site), site + "-gw", wan, List.of((InetSocketAddress) controller.address()),
        InetAddress.getByName(agentIp(site)), tunnelPort, 0, 0, neighbours.buildOrThrow(), 0, true,
        new SpoolConfig(64 << 20, 0, Optional.empty()), List.of(), 1, Optional.empty(),
        Optional.of(papers.files(PeerIdentity.site(site))), Optional.empty(), List.of(), SiteShare.WHOLE,
        CompressionConfig.OFF, CacheConfig.OFF);
  }

  private static String subnet(String site) {
    return "127.81." + (SITES.indexOf(site) + 1) + ".";
  }

  static String agentIp(String site) {
    return subnet(site) + "200";
  }

  static String nodeIp(String site) {
    return subnet(site) + "10";
  }

  /** Returns the link on which C forwards what it relays to B. */
  TamperedLink relayed() {
    return relayed;
  }

  Papers papers() {
    return papers;
  }

  BedNode node(String site) {
    return nodes.get(site);
  }

  /** Returns the address at which the controller answers over HTTP. */
  InetSocketAddress http() {
    return rest.address();
  }

  InetSocketAddress controllerAddress() {
    return (InetSocketAddress) controller.address();
  }

  /** Returns the address at which a site's agent accepts tunnels. */
  InetSocketAddress tunnels(String site) {
    return new InetSocketAddress(agentIp(site), tunnelPort);
  }

  /** Returns the address at which a site's agent accepts handlers. */
  InetSocketAddress handlers(String site) {
    return new InetSocketAddress(agentIp(site), agents.get(site).sitePort());
  }

  /** Returns the address at which a site's agent accepts fetches. */
  InetSocketAddress fetches(String site) {
    return new InetSocketAddress(agentIp(site), agents.get(site).fetchPort());
  }

  /** Returns the address at which a site's node serves segments. */
  InetSocketAddress segments(String site) {
    return new InetSocketAddress(nodeIp(site), nodes.get(site).segmentPort());
  }

  @Override
  public void close() {
    nodes.values().forEach(BedNode::close);
    agents.values().forEach(Agent::close);
    if (controller != null) {
      controller.close();
    }
    opened.forEach(SecurityBed::close);
    thread.shutdownNow();
  }

  private static void close(AutoCloseable one) {
    try {
      one.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
