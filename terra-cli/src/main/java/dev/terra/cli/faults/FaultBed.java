package dev.terra.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.terra.cli.net.HttpGateway;
import dev.terra.cli.net.TrafficMonitor;
import dev.terra.cli.transfer.TestbedTerra;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.StateDirectory;
import dev.terra.testbed.TerraSize;
import dev.terra.testbed.Testbed;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A testbed with Terra on it, to be broken. Each agent is asked from inside its own host, so that no cut link keeps its answers from us.
 * Closing takes it down.
 */
final class FaultBed implements AutoCloseable {
  private static final TerraSize SIZE = new TerraSize(256, TerraSize.USUAL.pathsPerPair());
  private static final String PREFIX = "tf-";

  private final Testbed testbed;
  private final TestbedTerra terra;
  private final String prefix;
  private final Map<String, HttpGateway> gatewayByUrl = new LinkedHashMap<>();
  private final Map<String, String> urlBySite = new LinkedHashMap<>();

  private FaultBed(Testbed testbed, String prefix, Consumer<String> progress) {
    this.testbed = testbed;
    this.prefix = prefix;
    this.terra = new TestbedTerra(testbed, SIZE, progress);
  }

  /** Brings it up, and Terra on it. */
  static FaultBed up(Wan wan, Consumer<String> progress) throws IOException {
    StateDirectory directory = System.getenv("TERRA_STATE") != null ? StateDirectory.byDefault()
        : new StateDirectory(Path.of(System.getProperty("java.io.tmpdir"), "terra-faults-" + ProcessHandle.current().pid()));
    String prefix = System.getenv().getOrDefault("TERRA_PREFIX", PREFIX);
    Testbed testbed = Testbed.up(directory, new UpRequest(wan, prefix, UpRequest.DEFAULT_REROUTE_DELAY, false, ShuffleMode.STOCK,
        UpRequest.DEFAULT_NODE_MEGABYTES, Installation.inSourceTree(Installation.home())), progress);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Testbed.down(directory, prefix), "faults-clean-up"));
    FaultBed bed = new FaultBed(testbed, prefix, progress);
    try {
      bed.openGateways();
      bed.terra.start();
      return bed;
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void openGateways() throws IOException {
    for (SiteNet site : testbed.addresses().sites()) {
      String url = "http://" + testbed.addresses().gateway(site.site()).ip() + ":" + Cluster.FETCH_PORT + "/v1/stats";
      List<String> command = new ArrayList<>(TestbedTerra.command(64));
      command.add("http-gateway");
      gatewayByUrl.put(url, new HttpGateway(testbed.command(testbed.addresses().gateway(site.site()).name(), command)));
      urlBySite.put(site.site().name(), url);
    }
  }

  Testbed testbed() {
    return testbed;
  }

  TestbedTerra terra() {
    return terra;
  }

  TerraSize size() {
    return SIZE;
  }

  Wan wan() {
    return testbed.addresses().wan();
  }

  TrafficMonitor monitor() {
    return new TrafficMonitor(this::get, urlBySite);
  }

  private Optional<JsonNode> get(String url) throws IOException {
    return gatewayByUrl.get(url).get(url);
  }

  /** What a site's agent says of itself now. */
  JsonNode stats(SiteId site) throws IOException {
    return get(urlBySite.get(site.name())).orElse(MissingNode.getInstance());
  }

  @Override
  public void close() {
    gatewayByUrl.values().forEach(HttpGateway::close);
    Testbed.down(testbed.directory(), prefix);
  }
}
