package dev.terra.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.view.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the state of a running controller's cluster: which agents and handlers are missing, which nodes are stock and why, which run
 * another version, which links are slower than claimed, and which do not keep latency classes.
 */
final class ClusterCheck {
  /** The least share of its claimed capacity that a link must carry; with less, plans over the link fail. */
  private static final double LEAST_SHARE = 0.75;

  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Integer> handlersBySite = new HashMap<>();
  private final Set<String> versions = new TreeSet<>();

  private ClusterCheck() {}

  /** Returns the findings in the answers to {@code /agents}, {@code /handlers}, {@code /links} and {@code /tunnels}. */
  static List<Finding> of(JsonNode agents, JsonNode handlers, JsonNode links, JsonNode tunnels) {
    ClusterCheck check = new ClusterCheck();
    handlers.path("items").forEach(check::handler);
    agents.path("items").forEach(check::agent);
    links.path("items").forEach(check::link);
    tunnels.path("items").forEach(check::classes);
    if (check.versions.size() > 1) {
      check.add(Severity.WARNING, "handlers", "they run " + check.versions.size() + " versions: " + check.versions,
          "copy share/nodemanager/terra-shuffle-nm.jar to the nodes that have an older one, and restart their NodeManagers");
    }
    return check.findings;
  }

  private void add(Severity severity, String key, String problem, String cure) {
    findings.add(new Finding(severity, "(the cluster)", key, problem, cure));
  }

  private void agent(JsonNode agent) {
    String site = agent.path("site").asText();
    String key = "agent of " + site;
    String state = agent.path("state").asText();
    if (!state.equals("live")) {
      String why = agent.path("reason").isTextual() ? ": " + agent.path("reason").asText() : "";
      add(Severity.ERROR, key, (state.equals("expected") ? "it has never connected" : "it has been away since "
          + agent.path("since").asText())
          + why,
          "on its host: terra check, then systemctl start terra-agent or sbin/terra-service start agent");
      return;
    }
    if (agent.path("tunnelsUp").asInt() < agent.path("tunnels").asInt()) {
      add(Severity.WARNING, key, agent.path("tunnelsUp").asInt() + " of " + agent.path("tunnels").asInt() + " tunnels are up",
          "terra tunnels --from " + site + ", and terra check on its host");
    }
    if (handlersBySite.getOrDefault(site, 0) == 0) {
      add(Severity.WARNING, key, "no NodeManager of " + site + " has connected to an agent",
          "set terra.agents in their yarn-site.xml, then: terra check --config yarn-site.xml");
    }
  }

  private void handler(JsonNode handler) {
    handlersBySite.merge(handler.path("site").asText(), 1, Integer::sum);
    if (handler.path("version").isTextual()) {
      versions.add(handler.path("version").asText());
    }
    if (handler.path("state").asText().equals("stock")) {
      add(Severity.WARNING, "handler " + handler.path("id").asText() + " on " + handler.path("host").asText(),
          "it is stock: " + handler.path("reason").asText("it reports no reason"),
          "terra check --config yarn-site.xml on that node, and restart its NodeManager");
    }
  }

  private void link(JsonNode link) {
    String key = "link " + link.path("id").asText();
    double nominal = link.path("nominalBytesPerSecond").asDouble();
    if (link.path("state").asText().equals("down")) {
      add(Severity.ERROR, key, "it is down: " + link.path("reason").asText("no reason is known"),
          "terra events, and terra check at both its ends");
    } else if (link.path("measuredBytesPerSecond").isNumber() && link.path("measuredBytesPerSecond").asDouble() < LEAST_SHARE * nominal) {
      double measured = link.path("measuredBytesPerSecond").asDouble();
      add(Severity.WARNING, key, String.format(Locale.ROOT, "the topology claims %.0f Mbit/s, and %.0f were measured", nominal * 8e-6,
          measured * 8e-6),
          String.format(Locale.ROOT, "capacity: %.0f Mbps, or capacity: measured", measured * 8e-6));
    }
  }

  /** Adds the findings about the DSCP marks of a tunnel; without measurements there are none. */
  private void classes(JsonNode tunnel) {
    String key = "tunnel " + tunnel.path("id").asText();
    for (JsonNode mark : tunnel.path("marks")) {
      if (mark.path("sent").asInt() != mark.path("arrived").asInt()) {
        add(Severity.WARNING, key, "packets that are sent with DSCP " + mark.path("sent").asInt() + " arrive with DSCP "
            + mark.path("arrived").asInt(), "have routers and switches on the way leave the DSCP as it is, or name marks that they leave: "
            + "classes.marks in controller.yaml");
      }
    }
    if (tunnel.path("classes").asText().equals("mixed")) {
      add(Severity.WARNING, key, "small fetches wait there behind bulk: the network has one queue for both",
          "serve packets by their DSCP from queues of their own where the link is narrowest; terra-router does so on Linux routers");
    }
  }
}
