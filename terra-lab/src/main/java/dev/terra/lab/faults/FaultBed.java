package dev.terra.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.common.collect.BiMap;
import com.google.common.collect.HashBiMap;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.net.Commands;
import dev.terra.lab.net.HttpGateway;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.net.TrafficMonitor;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
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
  private static final TerraSetup SIZE = new TerraSetup(256, TerraSetup.USUAL.pathsPerPair());
  private static final String PREFIX = "tf-";
  private static final int GATEWAY_MEGABYTES = 64;

  private final OwnTestbed own;
  private final Testbed testbed;
  private final TestbedTerra terra;
  private final Map<String, HttpGateway> gatewayByUrl = new LinkedHashMap<>();
  private final BiMap<String, String> urlBySite = HashBiMap.create();
  private int controllers = 1;

  private FaultBed(OwnTestbed own, Consumer<String> progress) {
    this.own = own;
    this.testbed = own.testbed();
    this.terra = new TestbedTerra(testbed, SIZE, progress);
  }

  /** Brings it up, and Terra on it. */
  static FaultBed up(Wan wan, LabNetwork network, Consumer<String> progress) throws IOException {
    FaultBed bed = new FaultBed(OwnTestbed.up(wan, network, "faults", PREFIX, progress), progress);
    try {
      bed.openGateways();
      bed.terra.start();
      bed.terra.makeArchive();
      return bed;
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void openGateways() throws IOException {
    for (SiteNet site : testbed.addresses().sites()) {
      String url = "http://" + testbed.addresses().gateway(site.site()).ip() + ":" + Cluster.FETCH_PORT + "/v1/stats";
      List<String> command = new ArrayList<>(Commands.laboratory(GATEWAY_MEGABYTES));
      command.add("http-gateway");
      gatewayByUrl.put(url, new HttpGateway(testbed.command(testbed.addresses().gateway(site.site()).name(), command)));
      urlBySite.put(site.site().name(), url);
    }
  }

  /** Has Terra run with so many controllers, anew if it ran with another number. */
  void useControllers(int count) throws IOException {
    if (count != controllers) {
      terra.stop();
      testbed.processes().useControllers(count);
      controllers = count;
      terra.start();
    }
  }

  Testbed testbed() {
    return testbed;
  }

  TestbedTerra terra() {
    return terra;
  }

  TerraSetup size() {
    return SIZE;
  }

  Wan wan() {
    return testbed.addresses().wan();
  }

  TrafficMonitor monitor() {
    return new TrafficMonitor(this::get, urlBySite.inverse());
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
    own.close();
  }
}
