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
  /** Where inputs are in HDFS. */
  public static final String INPUT = "/demo/input";

  /** So many jobs at once fit what nodes offer by default. */
  private static final int JOBS_FOR_DEFAULT_MEMORY = 2;
  /** Where reducers may run anywhere, all of them fit one site beside its maps. */
  private static final int ROOM_TO_CHOOSE = 2;
  /** A handler answers in milliseconds, unless its node's JVM waits for a core. */
  private static final String TRACE_URL = "http://127.0.0.1:7180/api/v1/trace";
  private static final int COUNTER_ATTEMPTS = 10;
  private static final long COUNTER_PAUSE_MILLIS = 300;

  private final Testbed testbed;
  private final Installation installation;
  private final HttpGateway gateway;
  /** On agents' hosts, by address, since one of them was asked. */
  private final Map<String, HttpGateway> gatewaysAtAgents = new ConcurrentHashMap<>();
  /** What takes the testbed down should this process have to end; none where it is to be kept. */
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

  /** Brings a testbed up, with the stock shuffle and as much room on its nodes as a plan's jobs need. */
  public static DemoCluster up(Path topology, DemoPlan plan, LabNetwork network, Progress progress, boolean keep) throws IOException {
    return up(topology, plan, new Kind(network, Protection.NONE), progress, keep);
  }

  /**
   * How a cluster is made.
   *
   * @param network what keeps tunnels on their paths
   * @param protection against whom it is protected
   * @param controllers how many there are
   * @param agentsPerSite how many agents share a site
   * @param placement where reducers run
   */
  public record Kind(LabNetwork network, Protection protection, int controllers, int agentsPerSite, ReducerSpread placement) {
    /** With reducers that are spread evenly. */
    public Kind(LabNetwork network, Protection protection, int controllers, int agentsPerSite) {
      this(network, protection, controllers, agentsPerSite, ReducerSpread.BALANCED);
    }

    /** With one controller, and one agent for each site. */
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

  /** The WAN with the capacities that it has here. */
  public Wan wan() {
    return testbed.addresses().wan();
  }

  public HttpGateway gateway() {
    return gateway;
  }

  /**
   * What an agent answers at a URL on its own host, without a round trip over full links.
   *
   * @throws IOException if it cannot be asked there
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

  /** The folder of logs, for an error that names it: they outlive the cluster. */
  public Path keptLogs() {
    return testbed.directory().keptLogs();
  }

  /** The class paths of what runs on it. */
  public ClusterClasses classes() {
    return classes;
  }

  /** Clients and services on its hosts. */
  public ClusterPrograms programs() {
    return programs;
  }

  /** What its YARN runs. */
  public YarnApplications applications() {
    return applications;
  }

  /** Where agents may tell their statistics, and those of which site. */
  public Map<String, String> siteByStatsUrl() {
    Map<String, String> sites = new LinkedHashMap<>();
    for (Host gateway : testbed.addresses().hosts(Role.GATEWAY)) {
      testbed.processes().fetchPorts().forEach(port ->
          sites.put(FiguresUrl.ofAgent(testbed.directory().root(), gateway.site(), gateway.ip(), port), gateway.site().name()));
    }
    return sites;
  }

  /**
   * The handlers' counters, all nodes together.
   *
   * @throws IOException if a node does not answer: without its part the sum would be wrong
   */
  public ShuffleTotals shuffleCounters() throws IOException, InterruptedException {
    ShuffleTotals sum = ShuffleTotals.NONE;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      sum = sum.plus(ShuffleTotals.of(counters(worker)));
    }
    return sum;
  }

  /** How many fetches the handlers have redirected since they were started, all nodes together. */
  public long redirectedFetches() throws IOException, InterruptedException {
    long sum = 0;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      sum += counters(worker).path("redirectedFetches").asLong();
    }
    return sum;
  }

  /**
   * The shuffles that the controller knows, as a trace.
   *
   * @throws IOException if it does not answer
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

  /** What every directed link has carried, IP bytes. */
  public Map<LinkId, Long> linkBytes() {
    Map<LinkId, Long> bytes = new LinkedHashMap<>();
    testbed.links().counters().forEach(link -> bytes.put(link.link(), link.ipBytes()));
    return bytes;
  }

  /** Starts the NodeManagers again, with that shuffle. */
  public void useShuffle(boolean terra, Progress progress) {
    testbed.processes().useShuffle(terra ? ShuffleMode.TERRA : ShuffleMode.STOCK, progress::say);
  }

  /** The shuffle that NodeManagers have now. */
  public ShuffleMode shuffle() {
    return testbed.state().shuffle();
  }

  /** What NodeManagers with a shuffle have besides, from {@link #useShuffle} on. */
  public void addToNodes(ShuffleMode mode, NodeAdditions additions) {
    additions.save(testbed.directory(), mode);
  }

  /** What is started of Terra from now on has these programs. */
  public void use(Installation programs) {
    testbed.processes().useInstallation(programs);
  }

  /** Where the programs are that run here from the start. */
  public Installation installation() {
    return installation;
  }

  /** Adds a file to the configuration of clients, application masters and tasks. */
  public Path configure(String file, String text) {
    return testbed.directory().write("conf/" + file, text);
  }

  /** A local folder that every host sees and that goes with the testbed. */
  public Path folder(String name) {
    try {
      return Files.createDirectories(testbed.directory().file(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for " + name, e);
    }
  }

  /** The host of the core services. */
  public String coreHost() {
    return testbed.addresses().core().name();
  }

  /** Something to do while the WAN is faster. */
  public interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Gives all links this rate for the time of a step. */
  public void withLinksAt(Bandwidth rate, Step step) throws IOException, InterruptedException {
    wan().links().forEach(link -> testbed.links().setRate(link.id().from(), link.id().to(), rate));
    try {
      step.run();
    } finally {
      wan().links().forEach(link -> testbed.links().setRate(link.id().from(), link.id().to(), link.capacity()));
    }
  }

  /** What can be done to it while jobs run. */
  public ClusterControl control() {
    return control;
  }

  /** Makes the controller's dashboard one of this machine; answers with its address. */
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
      return; // it runs
    }
    Testbed.down(testbed.directory(), testbed.state().prefix());
  }
}
