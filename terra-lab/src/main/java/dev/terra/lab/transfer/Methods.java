package dev.terra.lab.transfer;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.net.Commands;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSize;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.Programs;
import dev.terra.testbed.plan.Planes;
import dev.terra.testbed.plan.SiteNet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The methods that are compared. All work between the sites' gateway hosts: Terra over its tunnels, the others over the default routes,
 * MPTCP also over further routes that avoid those.
 */
final class Methods {
  /** Their names, in the order in which they take turns. */
  static final List<String> NAMES = List.of("terra", "stock", "tcp1", "tcp8", "mptcp");

  private static final int PORT = 7300;
  private static final int HTTP_MEGABYTES = 256;
  /** The kernel has at most eight subflows beside the first one, and as many addresses. */
  private static final int PLANES = 7;

  private final Testbed testbed;
  private final TransferPlan plan;
  private final TerraSize size;
  private final Consumer<String> progress;
  private final Path flows;

  Methods(Testbed testbed, TransferPlan plan, TerraSize size, Consumer<String> progress) {
    this.testbed = testbed;
    this.plan = plan;
    this.size = size;
    this.progress = progress;
    this.flows = testbed.directory().file("bin", "flows");
    Programs.compile("flows.c", flows);
  }

  Method of(String name) {
    return switch (name) {
      case "terra" -> new TerraMethod(testbed, plan, size, progress);
      case "stock" -> new ToolMethod(name, testbed, plan, http());
      case "tcp1" -> new ToolMethod(name, testbed, plan, streams("tcp", 1, Optional.empty()));
      case "tcp8" -> new ToolMethod(name, testbed, plan, streams("tcp", 8, Optional.empty()));
      case "mptcp" -> new ToolMethod(name, testbed, plan, streams("mptcp", 1, preparePlanes()));
      default -> throw new IllegalArgumentException("expected a method of " + NAMES + ", got '" + name + "'");
    };
  }

  private ToolMethod.Tools streams(String protocol, int streams, Optional<String> obstacle) {
    Map<SiteId, List<String>> lines = new LinkedHashMap<>();
    for (TransferPlan.Flow flow : plan.flows()) {
      lines.computeIfAbsent(flow.from(), site -> new ArrayList<>()).add(
          testbed.addresses().gateway(flow.to()).ip() + " " + PORT + " " + flow.bytes() + " " + flow.seed());
    }
    return new ToolMethod.Tools(
        site -> List.of(flows.toString(), "receive", protocol, Integer.toString(PORT)),
        site -> List.of(flows.toString(), "send", protocol, Integer.toString(streams)), lines, obstacle);
  }

  private ToolMethod.Tools http() {
    Map<SiteId, List<String>> lines = new LinkedHashMap<>();
    for (TransferPlan.Flow flow : plan.flows()) {
      lines.computeIfAbsent(flow.to(), site -> new ArrayList<>()).add("http://" + testbed.addresses().gateway(flow.from()).ip() + ":"
          + PORT + "/" + flow.seed() + "/" + flow.bytes());
    }
    return new ToolMethod.Tools(site -> httpTool("--serve", Integer.toString(PORT)), site -> httpTool(), lines, Optional.empty());
  }

  private static List<String> httpTool(String... arguments) {
    List<String> command = new ArrayList<>(Commands.laboratory(HTTP_MEGABYTES));
    command.add("http-flows");
    command.addAll(List.of(arguments));
    return command;
  }

  /** Addresses and routes for subflows; gives why there are none. */
  private Optional<String> preparePlanes() {
    if (!Files.exists(Path.of("/proc/sys/net/mptcp/enabled"))) {
      return Optional.of("this kernel has no MPTCP");
    }
    if (testbed.state().network() == LabNetwork.SDWAN) {
      return Optional.of("the switches have default routes for one address of a gateway host only");
    }
    Planes planes = new Planes(testbed.addresses(), PLANES);
    Map<String, List<String>> endpoints = new LinkedHashMap<>();
    for (SiteNet site : testbed.addresses().sites()) {
      List<String> lines = new ArrayList<>(List.of(
          "mptcp endpoint flush", "mptcp limits set subflows " + PLANES + " add_addr_accepted " + PLANES));
      for (int plane = 1; plane <= PLANES; plane++) {
        lines.add("mptcp endpoint add " + planes.gatewayAddress(site.site(), plane) + " dev eth0 signal");
      }
      endpoints.put(testbed.addresses().gateway(site.site()).name(), lines);
    }
    try {
      testbed.configure("planes", planes.lines());
      testbed.configure("mptcp", endpoints);
      return Optional.empty();
    } catch (TestbedException e) {
      return Optional.of(e.getMessage());
    }
  }
}
