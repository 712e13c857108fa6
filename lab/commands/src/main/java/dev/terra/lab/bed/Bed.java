package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.WanRequest;
import dev.terra.testbed.YarnRequest;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * An emulated WAN without YARN, and Terra for it, that a command brings up for itself, in a state directory of its own
 * unless {@code TERRA_STATE} names one. Agents answer inside their own hosts, so that a cut link does not block their
 * answers. Closing the bed takes it down, and so does the end of this process.
 */
public final class Bed implements AutoCloseable {
  private static final int GATEWAY_MEGABYTES = 64;
  /** How many times a request to the controller is tried; each attempt waits at most 0.8 s. */
  private static final int ATTEMPTS = 8;
  private static final String CONTROLLER_URL = "http://127.0.0.1:7180";

  private final Testbed testbed;
  private final StateDirectory directory;
  private final String prefix;
  private final TestbedTerra terra;
  private final Map<String, HttpGateway> gateways = new HashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private int submitted;
  private int controllers = 1;

  /**
   * The kind of bed that a command needs.
   *
   * @param command for the name of the state directory
   * @param prefix of the names of namespaces, unless {@code TERRA_PREFIX} sets another
   * @param classes queues of the links; empty: one queue for all traffic
   */
  public record Kind(String command, String prefix, LabNetwork network, TerraSetup size, Optional<LinkClasses> classes) {
    /** A kind of bed whose links have one queue. */
    public Kind(String command, String prefix, LabNetwork network, TerraSetup size) {
      this(command, prefix, network, size, Optional.empty());
    }

    /** A kind of bed whose routers have no configuration for tunnels. */
    public Kind(String command, String prefix, TerraSetup size) {
      this(command, prefix, LabNetwork.OVERLAY, size);
    }
  }

  private Bed(Testbed testbed, StateDirectory directory, String prefix, TestbedTerra terra) {
    this.testbed = testbed;
    this.directory = directory;
    this.prefix = prefix;
    this.terra = terra;
  }

  /** Brings the WAN up. Terra is not started yet. */
  public static Bed up(Wan wan, Kind kind, Consumer<String> progress) {
    StateDirectory directory = System.getenv("TERRA_STATE") != null ? StateDirectory.byDefault()
        : new StateDirectory(Path.of(System.getProperty("java.io.tmpdir"), "terra-" + kind.command + "-" + ProcessHandle.current().pid()));
    String prefix = System.getenv().getOrDefault("TERRA_PREFIX", kind.prefix);
    WanRequest request = new WanRequest(wan, WanRequest.DEFAULT_REROUTE_DELAY, kind.network, Optional.empty(), kind.classes);
    Testbed testbed = Testbed.up(directory,
        new UpRequest(request, prefix, YarnRequest.NONE, Installation.inSourceTree(Installation.home())), progress);
    Bed bed = new Bed(testbed, directory, prefix, new TestbedTerra(testbed, kind.size, line -> { }));
    Runtime.getRuntime().addShutdownHook(new Thread(bed::close, kind.command + "-clean-up"));
    return bed;
  }

  /** Returns the WAN's processes and links. */
  public Testbed testbed() {
    return testbed;
  }

  /** Returns Terra on this bed. */
  public TestbedTerra terra() {
    return terra;
  }

  /** Returns the emulated WAN. */
  public Wan wan() {
    return testbed.addresses().wan();
  }

  /** Returns a name for a shuffle that has not been used before. */
  public String name(String what) {
    submitted++;
    return what + "-" + submitted;
  }

  /** Submits several plans at once, each by the name of its shuffle. The first name is also that of the submission. */
  public Submission submit(Map<String, TransferPlan> plans, Duration deadline) throws IOException {
    List<String> matrices = new ArrayList<>();
    plans.forEach((name, plan) -> matrices.add(SubmittedMatrix.of(name, plan, deadline)));
    return terra.submit(plans.keySet().iterator().next(), matrices);
  }

  /** Submits a plan. */
  public Submission submit(String name, TransferPlan plan, Duration deadline) throws IOException {
    return submit(ImmutableMap.of(name, plan), deadline);
  }

  /** Moves the bytes of a plan and returns the seconds that this takes. */
  public double seconds(String name, TransferPlan plan, Duration deadline) throws IOException, InterruptedException {
    try (Submission submission = submit(name, plan, deadline)) {
      return submission.seconds(deadline).get(0);
    }
  }

  /** Has Terra run with a number of controllers. It is restarted if it ran with another number. */
  public void useControllers(int count) throws IOException {
    if (count != controllers) {
      terra.stop();
      testbed.processes().useControllers(count);
      controllers = count;
      terra.start();
    }
  }

  /** Returns the statistics of a site's agent, a missing node if the agent does not answer. */
  public JsonNode stats(SiteId site) throws IOException {
    return get(statsUrl(site)).orElse(MissingNode.getInstance());
  }

  /**
   * Returns the controller's answer over HTTP. It retries, since a controller on a busy machine may leave a request
   * unanswered.
   *
   * @param path such as {@code /api/v1/links}
   * @throws IOException if the controller does not answer in time
   */
  public JsonNode controller(String path) throws IOException {
    HttpGateway gateway = gatewayOn(testbed.addresses().core().name(), CONTROLLER_URL);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<JsonNode> answer = gateway.get(CONTROLLER_URL + path);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    throw new IOException("the controller does not answer to " + path + " (logs: " + testbed.directory().keptLogs() + ")");
  }

  /** Returns a monitor of what agents deliver. */
  public TrafficMonitor monitor() {
    Map<String, String> siteByUrl = new HashMap<>();
    testbed.addresses().sites().forEach(site -> siteByUrl.put(statsUrl(site.site()), site.site().name()));
    return new TrafficMonitor(this::get, siteByUrl);
  }

  private String statsUrl(SiteId site) {
    return FiguresUrl.ofAgent(testbed.directory().root(), site, testbed.addresses().gateway(site).ip(), Cluster.FETCH_PORT);
  }

  private Optional<JsonNode> get(String url) throws IOException {
    SiteNet site = testbed.addresses().sites().stream().filter(each -> statsUrl(each.site()).equals(url)).findFirst().orElseThrow();
    return gatewayOn(testbed.addresses().gateway(site.site()).name(), url).get(url);
  }

  private synchronized HttpGateway gatewayOn(String host, String url) throws IOException {
    HttpGateway gateway = gateways.get(url);
    if (gateway == null) {
      gateway = HttpGateway.on(testbed, host, GATEWAY_MEGABYTES);
      gateways.put(url, gateway);
    }
    return gateway;
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      gateways.values().forEach(HttpGateway::close);
      Testbed.down(directory, prefix);
    }
  }
}
