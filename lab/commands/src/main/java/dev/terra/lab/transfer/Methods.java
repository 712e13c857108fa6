package dev.terra.lab.transfer;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Commands;
import dev.terra.lab.bed.TransferPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The methods that are compared. All of them work between the sites' gateway hosts: Terra over its tunnels, the others
 * over the default routes, MPTCP in addition over further routes that avoid the default ones.
 */
final class Methods {
  /** The names of the methods, in the order in which they take turns. */
  static final List<String> NAMES = List.of("terra", "stock", "tcp1", "tcp8", "mptcp");

  private static final int HTTP_MEGABYTES = 256;

  private final Bed bed;
  private final TransferPlan plan;
  private final FlowTools flows;

  Methods(Bed bed, TransferPlan plan) {
    this.bed = bed;
    this.plan = plan;
    this.flows = new FlowTools(bed.testbed());
  }

  Method of(String name) {
    return switch (name) {
      case "terra" -> new TerraMethod(bed, plan);
      case "stock" -> new ToolMethod(name, bed.testbed(), plan, http());
      case "tcp1" -> new ToolMethod(name, bed.testbed(), plan, streams("tcp", 1, Optional.empty()));
      case "tcp8" -> new ToolMethod(name, bed.testbed(), plan, streams("tcp", 8, Optional.empty()));
      case "mptcp" -> new ToolMethod(name, bed.testbed(), plan, streams("mptcp", 1, flows.preparePlanes()));
      default -> throw new IllegalArgumentException("expected a method of " + NAMES + ", got '" + name + "'");
    };
  }

  private ToolMethod.Tools streams(String protocol, int streams, Optional<String> obstacle) {
    Map<SiteId, List<String>> lines = new LinkedHashMap<>();
    for (TransferPlan.Flow flow : plan.flows()) {
      lines.computeIfAbsent(flow.from(), site -> new ArrayList<>()).add(
          flows.target(flow.to()) + " " + flow.bytes() + " " + flow.seed());
    }
    return new ToolMethod.Tools(
        site -> flows.receive(protocol), site -> flows.send(protocol, streams), lines, obstacle);
  }

  private ToolMethod.Tools http() {
    Map<SiteId, List<String>> lines = new LinkedHashMap<>();
    for (TransferPlan.Flow flow : plan.flows()) {
      lines.computeIfAbsent(flow.to(), site -> new ArrayList<>()).add("http://" + bed.testbed().addresses().gateway(flow.from()).ip() + ":"
          + FlowTools.PORT + "/" + flow.seed() + "/" + flow.bytes());
    }
    return new ToolMethod.Tools(site -> httpTool("--serve", Integer.toString(FlowTools.PORT)), site -> httpTool(), lines, Optional.empty());
  }

  private static List<String> httpTool(String... arguments) {
    List<String> command = new ArrayList<>(Commands.laboratory(HTTP_MEGABYTES));
    command.add("http-flows");
    command.addAll(List.of(arguments));
    return command;
  }
}
