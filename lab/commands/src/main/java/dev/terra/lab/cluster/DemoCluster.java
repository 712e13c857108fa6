package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.math.IntMath;
import dev.terra.cli.progress.Progress;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.FiguresUrl;
import dev.terra.lab.bed.HttpGateway;
import dev.terra.lab.dashboard.DashboardAddress;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Protection;
import dev.terra.testbed.ReducerSpread;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.WanRequest;
import dev.terra.testbed.YarnRequest;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.NodeAdditions;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The testbed as the demo uses it. Closing takes it down, unless it is to be kept. */
public final class DemoCluster implements AutoCloseable {
  /** The folder of inputs in HDFS. */
  public static final String INPUT = "/demo/input";

  /** The number of jobs that fit at once into the memory that nodes offer by default. */
  private static final int JOBS_FOR_DEFAULT_MEMORY = 2;
  /** The factor on a node's room if reducers may run anywhere: all of them then fit at one site beside its maps. */
  private static final int ROOM_TO_CHOOSE = 2;
  private static final String TRACE_URL = "http://127.0.0.1:7180/api/v1/trace";
  /** The attempts to read a handler's counters. A handler answers in milliseconds, unless its node's JVM waits for a core. */
  private static final int COUNTER_ATTEMPTS = 10;
  private static final long COUNTER_PAUSE_MILLIS = 300;

  private final Testbed testbed;
  private final Installation installation;
  private final HttpGateway gateway;
  /** The gateways on agents' hosts, by address. Each is opened with the first request to its agent. */
  private final Map<String, HttpGateway> gatewaysAtAgents = new ConcurrentHashMap<>();
  /** The hook that takes the testbed down if this process ends first; empty if the testbed is to be kept. */
  private final Optional<Thread> cleanUp;
  private final ClusterClasses classes;
  private final ClusterPrograms programs;
  private final YarnApplications applications;
  private final ClusterControl control;

  private DemoCluster(Testbed testbed, Installation installation, Optional<Thread> cleanUp) throws IOException {
    this.testbed = testbed;
    this.installation = installation;
    this.cleanUp = cleanUp;
    this.classes = new ClusterClasses(testbed.directory(), installation);
    this.programs = new ClusterPrograms(testbed, classes);
    this.gateway = openGateway(testbed, "core");
    this.applications = new YarnApplications(testbed, gateway);
    this.control = new ClusterControl(testbed, gateway);
  }

  private static HttpGateway openGateway(Testbed testbed, String host) throws IOException {
    return HttpGateway.on(testbed, host, 64);
  }

  /** Starts a testbed with the stock shuffle, and as much room on its nodes as a plan's jobs need. */
  public static DemoCluster up(Path topology, DemoPlan plan, LabNetwork network, Progress progress, boolean keep) throws IOException {
    return up(topology, plan, new Kind(network, Protection.NONE), progress, keep);
  }

  /**
   * The kind of a cluster.
   *
   * @param network what keeps tunnels on their paths
   * @param protection how the cluster is protected
   * @param controllers the number of controllers
   * @param agentsPerSite how many agents share a site
   * @param placement where reducers run
   */
  public record Kind(LabNetwork network, Protection protection, int controllers, int agentsPerSite, ReducerSpread placement) {
    /** A kind whose reducers are spread evenly. */
    public Kind(LabNetwork network, Protection protection, int controllers, int agentsPerSite) {
      this(network, protection, controllers, agentsPerSite, ReducerSpread.BALANCED);
    }

    /** A kind with one controller, and one agent for each site. */
    public Kind(LabNetwork network, Protection protection) {
      this(network, protection, 1, 1);
    }
  }

  /** Starts a cluster of a kind. */
  public static DemoCluster up(Path topology, DemoPlan plan, Kind kind, Progress progress, boolean keep) throws IOException {
    Wan wan = Topologies.load(topology).times(plan.scale());
    Installation installation = Installation.inSourceTree(Installation.home());
    int nodeMegabytes = (kind.placement() == ReducerSpread.BALANCED ? 1 : ROOM_TO_CHOOSE) * ContainerRoom.DEFAULT_NODE_MEGABYTES
        * IntMath.divide(plan.jobsAtOnce(), JOBS_FOR_DEFAULT_MEMORY, RoundingMode.CEILING);
    UpRequest request = new UpRequest(WanRequest.of(wan, WanRequest.DEFAULT_REROUTE_DELAY).on(kind.network()), UpRequest.defaultPrefix(),
        new YarnRequest(true, ShuffleMode.STOCK, new ContainerRoom(nodeMegabytes, kind.placement()), kind.protection()),
        UpRequest.TerraRequest.USUAL.with(kind.controllers(), kind.agentsPerSite()), installation);
    StateDirectory directory = StateDirectory.byDefault();
    Testbed testbed = Testbed.up(directory, request, progress::say);
    Thread cleanUp = new Thread(() -> Testbed.down(directory, request.prefix()), "demo-clean-up");
    if (!keep) {
      Runtime.getRuntime().addShutdownHook(cleanUp);
    }
    return new DemoCluster(testbed, testbed.state().installation(), keep ? Optional.empty() : Optional.of(cleanUp));
  }

  /** Returns the WAN with the capacities that it has on this cluster. */
  public Wan wan() {
    return testbed.addresses().wan();
  }

  public HttpGateway gateway() {
    return gateway;
  }

  /**
   * Returns an agent's answer at a URL on the agent's own host, without a round trip over full links.
   *
   * @throws IOException if no gateway can run on that host
   */
  public Optional<JsonNode> atAgent(String url) throws IOException {
    String ip = URI.create(url).getHost();
    HttpGateway near = gatewaysAtAgents.get(ip);
    return (near == null ? openAtAgent(ip) : near).get(url);
  }

  private synchronized HttpGateway openAtAgent(String ip) throws IOException {
    HttpGateway near = gatewaysAtAgents.get(ip);
    if (near == null) {
      Host host = testbed.addresses().hosts(Role.GATEWAY).stream().filter(one -> one.ip().equals(ip)).findFirst().orElseThrow();
      near = openGateway(testbed, host.name());
      gatewaysAtAgents.put(ip, near);
    }
    return near;
  }

  /** Returns the folder of logs that outlives the cluster, for error messages that name it. */
  public Path keptLogs() {
    return testbed.directory().keptLogs();
  }

  /** Returns the class paths of the programs on the cluster. */
  public ClusterClasses classes() {
    return classes;
  }

  /** Returns the clients and services on the cluster's hosts. */
  public ClusterPrograms programs() {
    return programs;
  }

  /** Returns the applications on the cluster's YARN. */
  public YarnApplications applications() {
    return applications;
  }

  /** Returns the URLs at which agents may serve their statistics, each with its agent's site. */
  public Map<String, String> siteByStatsUrl() {
    Map<String, String> sites = new LinkedHashMap<>();
    for (Host gateway : testbed.addresses().hosts(Role.GATEWAY)) {
      testbed.processes().fetchPorts().forEach(port ->
          sites.put(FiguresUrl.ofAgent(testbed.directory().root(), gateway.site(), gateway.ip(), port), gateway.site().name()));
    }
    return sites;
  }

  /**
   * Returns the sum of the handlers' counters over all nodes.
   *
   * @throws IOException if a node does not answer: without its part the sum is wrong
   */
  public ShuffleTotals shuffleCounters() throws IOException, InterruptedException {
    ShuffleTotals sum = ShuffleTotals.NONE;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      sum = sum.plus(ShuffleTotals.of(counters(worker)));
    }
    return sum;
  }

  /** Returns how many fetches the handlers of all nodes have redirected since they were started. */
  public long redirectedFetches() throws IOException, InterruptedException {
    long sum = 0;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      sum += counters(worker).path("redirectedFetches").asLong();
    }
    return sum;
  }

  /**
   * Returns the shuffles that the controller remembers, as a trace.
   *
   * @throws IOException if the controller does not answer
   */
  public JsonNode trace() throws IOException {
    return gateway.get(TRACE_URL).orElseThrow(() -> new IOException("the controller does not answer at " + TRACE_URL + " of "
        + testbed.addresses().core().name() + "; logs: " + testbed.directory().keptLogs()));
  }

  private JsonNode counters(Host worker) throws IOException, InterruptedException {
    String url = control.countersUrl(worker);
    for (int attempt = 1; attempt <= COUNTER_ATTEMPTS; attempt++) {
      Optional<JsonNode> counters = gateway.get(url);
      if (counters.isPresent()) {
        return counters.get();
      }
      Thread.sleep(COUNTER_PAUSE_MILLIS);
    }
    throw new IOException("the shuffle handler on " + worker.name() + " does not answer at " + url + "; logs: "
        + testbed.directory().keptLogs());
  }

  /** Returns the IP bytes that every directed link has carried. */
  public Map<LinkId, Long> linkBytes() {
    Map<LinkId, Long> bytes = new LinkedHashMap<>();
    testbed.links().counters().forEach(link -> bytes.put(link.link(), link.ipBytes()));
    return bytes;
  }

  /** Restarts the NodeManagers with one of the two shuffles. */
  public void useShuffle(boolean terra, Progress progress) {
    testbed.processes().useShuffle(terra ? ShuffleMode.TERRA : ShuffleMode.STOCK, progress::say);
  }

  /** Returns the shuffle that NodeManagers run with. */
  public ShuffleMode shuffle() {
    return testbed.state().shuffle();
  }

  /** Sets what NodeManagers with a shuffle have in addition, from the next {@link #useShuffle} on. */
  public void addToNodes(ShuffleMode mode, NodeAdditions additions) {
    additions.save(testbed.directory(), mode);
  }

  /** Sets the programs with which all later processes of Terra start. */
  public void use(Installation programs) {
    testbed.processes().useInstallation(programs);
  }

  /** Returns the programs with which the cluster was started. */
  public Installation installation() {
    return installation;
  }

  /** Adds a file to the configuration of clients, application masters and tasks. */
  public Path configure(String file, String text) {
    return testbed.directory().write("conf/" + file, text);
  }

  /** Returns a local folder that every host sees and that is deleted with the testbed. */
  public Path folder(String name) {
    try {
      return Files.createDirectories(testbed.directory().file(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for " + name, e);
    }
  }

  /** Returns the name of the host of the core services. */
  public String coreHost() {
    return testbed.addresses().core().name();
  }

  /** A step that runs while the WAN is faster. */
  public interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Gives all links a rate for the duration of a step. */
  public void withLinksAt(Bandwidth rate, Step step) throws IOException, InterruptedException {
    wan().links().forEach(link -> testbed.links().setRate(link.id().from(), link.id().to(), rate));
    try {
      step.run();
    } finally {
      wan().links().forEach(link -> testbed.links().setRate(link.id().from(), link.id().to(), link.capacity()));
    }
  }

  /** Returns the operations on the cluster while jobs run. */
  public ClusterControl control() {
    return control;
  }

  /** Makes the controller's dashboard reachable on this machine, and returns its address. */
  public String openDashboard() throws IOException {
    return DashboardAddress.open(testbed);
  }

  public void sayWhatToLookAt(Progress progress, String dashboard) {
    progress.say("kept. Dashboard: %s", dashboard);
    progress.say("  look at: ./terra testbed status; ./terra testbed link cut A B; ./terra testbed exec core -- COMMAND");
    progress.say("  controller: ./terra testbed exec core -- ./terra status; logs: %s", testbed.directory().root());
    progress.say("  when done: ./terra testbed down");
  }

  @Override
  public void close() {
    gatewaysAtAgents.values().forEach(HttpGateway::close);
    gateway.close();
    cleanUp.ifPresent(this::takeDown);
  }

  private void takeDown(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // a NodeManager runs
    }
    Testbed.down(testbed.directory(), testbed.state().prefix());
  }
}
