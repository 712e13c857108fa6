package dev.terra.testbed.hadoop;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration files of Terra's controller and agents on a testbed. */
final class TerraConfig {
  /** The topology file that Terra uses if it is not the true one. */
  static final String TOLD_TOPOLOGY = "told.yaml";
  static final int TUNNEL_PORT = 7200;
  static final int FETCH_PORT = 7202;
  private static final int METRICS_PORT = 7203;
  /** The folder of the certificates, below the root. If it is missing, TLS is off. */
  static final String TLS = "tls";

  /** Additional lines of every agent's configuration, which a measurement can set. */
  private static final String AGENT_LINES = System.getenv().getOrDefault("TERRA_AGENT_YAML", "");

  private final AddressPlan addresses;
  private final Path root;
  private final TunnelNetwork network;
  private final ControllerSet controllers;
  private final AgentSet agents;

  /** Makes the configuration for the testbed below a root directory. */
  TerraConfig(AddressPlan addresses, Path root, TunnelNetwork network) {
    this.addresses = addresses;
    this.root = root;
    this.network = network;
    this.controllers = new ControllerSet(new StateDirectory(root), addresses);
    this.agents = new AgentSet(new StateDirectory(root));
  }

  /** Returns Terra's topology file of the WAN: the true one, unless there is another one. */
  private Path topology() {
    Path told = root.resolve(TOLD_TOPOLOGY);
    return Files.exists(told) ? told : root.resolve("topology.yaml");
  }

  /** Returns the configuration of one of the controllers. */
  String controller(TerraSetup size, int number) {
    return "topology: \"" + topology() + "\"\n"
        + "listen: " + controllers.address(number) + "\n"
        + "pathsPerPair: " + size.pathsPerPair() + "\n"
        + "policy: " + size.policy() + "\n"
        + (size.measureLinks() ? "measureLinks: true\n" : "")
        + agents.configuration()
        + new AgentBalance(new StateDirectory(root)).configuration()
        + network.controller()
        + controllers.configuration(number)
        + tls("controller")
        + lines(size.lines().controller());
  }

  /** Returns the line that agents need to run without TLS. A controller without TLS prints a notice of its own. */
  private static String insecure(String owner) {
    return owner.startsWith("sites/") ? "insecure: true\n" : "";
  }

  private String tls(String owner) {
    Path folder = root.resolve(TLS).resolve(owner);
    return !Files.isDirectory(folder) ? insecure(owner) : "tls: {certificate: \"" + folder.resolve("certificate.pem") + "\", key: \""
        + folder.resolve("key.pem") + "\", ca: \"" + folder.resolve("ca.pem") + "\"}\n";
  }

  /** Returns the folder of the spool of one of a site's agents. */
  Path spoolFolder(SiteId site, int number) {
    return root.resolve("spool/" + addresses.gateway(site).name() + AgentSet.suffix(number));
  }

  /** Returns agent.yaml of one of a site's agents. */
  String agent(SiteId site, int number, TerraSetup size, SpoolSize spool) {
    StringBuilder text = new StringBuilder();
    String host = addresses.gateway(site).name() + AgentSet.suffix(number);
    text.append("site: \"").append(site.name()).append("\"\n")
        .append("name: ").append(host).append('\n')
        .append("topology: \"").append(topology()).append("\"\n")
        .append("controller: ").append(controllers.addresses()).append('\n')
        .append("listenAddress: ").append(addresses.gateway(site).ip()).append('\n')
        .append("tunnelPort: ").append(AgentSet.port(number, TUNNEL_PORT)).append('\n')
        .append("sitePort: ").append(AgentSet.port(number, AgentSet.SITE_PORT)).append('\n')
        .append("fetchPort: ").append(AgentSet.port(number, FETCH_PORT)).append('\n')
        .append(several(number))
        .append("neighbours:\n");
    addresses.links().forEach(link -> text.append(neighbour(link, site)));
    return text.append("spool:\n")
        .append("  memoryBytes: ").append(spool.memoryBytes()).append('\n')
        .append("  diskBytes: ").append(spool.diskBytes()).append('\n')
        .append("  directory: \"").append(spoolFolder(site, number)).append("\"\n")
        // All hosts share this machine's files, and users of this controller may use this machine.
        .append("submitFolders: [/]\n")
        .append(network.agent(addresses.site(site)))
        .append(tls("sites/" + site.name()))
        .append(lines(AGENT_LINES))
        .append(lines(size.lines().agent()))
        .toString();
  }

  private static String lines(String more) {
    return more.isEmpty() ? "" : more + "\n";
  }

  /** Returns the lines for agents that share a host: each also has a port of its own for its metrics. */
  private String several(int number) {
    return agents.count() == 1 ? "" : agents.configuration() + "metrics: 127.0.0.1:" + AgentSet.port(number, METRICS_PORT) + "\n";
  }

  private String neighbour(WanLink link, SiteId site) {
    if (link.first().site().equals(site)) {
      return line(link.second().site(), link.firstOverlay(), link.secondOverlay());
    }
    return link.second().site().equals(site) ? line(link.first().site(), link.secondOverlay(), link.firstOverlay()) : "";
  }

  private String line(SiteId neighbour, String local, String remote) {
    String others = agents.count() == 1 ? "" : ", remotePort: " + TUNNEL_PORT + ", others: ['"
        + agents.others(remote, TUNNEL_PORT).replace(", ", "', '") + "']";
    return "  \"" + neighbour.name() + "\": {local: " + local + ", remote: " + remote + others + "}\n";
  }
}
