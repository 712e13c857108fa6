package dev.terra.testbed.hadoop;

import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The part of Terra's configuration that describes a testbed's network; empty if routers have no configuration for tunnels. */
final class TunnelNetwork {
  /** The file with the text that replaces the generated one. */
  static final String INSTEAD = "net/controller-network.yaml";
  /** The base of the numbers of a router's tables. The table for packets that leave by link number j is this plus j. */
  private static final int TABLE_BASE = 1000;

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final TestbedState state;

  TunnelNetwork(StateDirectory directory, AddressPlan addresses, TestbedState state) {
    this.directory = directory;
    this.addresses = addresses;
    this.state = state;
  }

  private boolean isOverlay() {
    return state.network() == LabNetwork.OVERLAY;
  }

  /** Returns the part of controller.yaml, or the text that replaces it. */
  String controller() {
    Path instead = directory.file(INSTEAD);
    if (Files.exists(instead)) {
      try {
        return Files.readString(instead);
      } catch (IOException e) {
        throw new TestbedException("cannot read " + instead + ": " + e.getMessage(), e);
      }
    }
    return generated();
  }

  /** Returns the generated part of controller.yaml, even if another text replaces it. */
  String generated() {
    if (isOverlay()) {
      return "";
    }
    StringBuilder text = new StringBuilder("network:\n  mode: ").append(state.network().label()).append("\n  sites:\n");
    addresses.sites().forEach(site -> text.append("    \"").append(site.site().name()).append("\": {address: ")
        .append(site.tunnelAddress()).append(state.network() == LabNetwork.SDWAN ? ports(site) : "").append("}\n"));
    OnosLogin.read(directory.root()).ifPresent(onos -> text.append("  onos: {url: \"").append(onos.url()).append("\", user: ")
        .append(onos.user()).append(", passwordFile: \"").append(OnosLogin.passwordFile(directory.root())).append("\"}\n"));
    return text.toString();
  }

  private String ports(SiteNet site) {
    String links = addresses.links().stream().filter(link -> link.first().equals(site) || link.second().equals(site))
        .map(link -> "\"" + neighbour(link, site).site().name() + "\": " + SwitchedFabric.linkPort(link))
        .collect(Collectors.joining(", "));
    return ", device: \"" + site.deviceId() + "\", hostPort: " + SwitchedFabric.ROUTER_PORT + ", ports: {" + links + "}";
  }

  private static SiteNet neighbour(WanLink link, SiteNet site) {
    return link.site(3 - link.endOf(site));
  }

  /** Returns the part of a site's agent.yaml. */
  String agent(SiteNet site) {
    String tunnels = isOverlay() ? "" : "tunnels: {address: " + site.tunnelAddress() + "}\n";
    return state.network() != LabNetwork.POLICY_ROUTING ? tunnels : tunnels + "router: {command: [ip, netns, exec, \""
        + state.prefix() + site.routerName() + "\", \"" + helper() + "\", \"" + writeRouter(site) + "\"]}\n";
  }

  private Path helper() {
    return state.installation().sourceTree().resolve("terra-agent/src/main/sh/terra-router");
  }

  /** Writes which table of the router leads to which neighbour. */
  private Path writeRouter(SiteNet site) {
    String lines = addresses.links().stream().filter(link -> link.first().equals(site) || link.second().equals(site))
        .map(link -> neighbour(link, site).site().name() + " " + link.routerInterface() + " " + link.router(3 - link.endOf(site)) + " "
            + (TABLE_BASE + link.number()) + "\n")
        .collect(Collectors.joining());
    return directory.write("conf." + site.routerName() + "/router.conf", lines);
  }
}
