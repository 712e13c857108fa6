package dev.terra.lab.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The output of {@code ./terra network status|verify --json}.
 *
 * @param problem of the network as a whole; empty if there is none
 */
record NetworkView(String mode, String problem, List<TunnelView> tunnels, List<SwitchView> switches) {
  /** The value for tunnels that the network itself keeps on their path. Other tunnels are relayed by agents. */
  private static final String BY_RULES = "rules";

  /**
   * A tunnel.
   *
   * @param path its sites
   * @param verified whether probes took that path; empty if it was not checked
   * @param up whether it can be used
   * @param byRules whether the network keeps it on its path
   * @param label of its ports
   * @param problem why the network does not; empty if there is none
   */
  record TunnelView(String id, List<String> path, Optional<Boolean> verified, boolean up, boolean byRules, int label, String problem) {
    private static TunnelView of(JsonNode json) {
      List<String> path = new ArrayList<>();
      json.path("path").forEach(site -> path.add(site.asText()));
      Optional<Boolean> verified = json.path("verified").isBoolean() ? Optional.of(json.path("verified").asBoolean()) : Optional.empty();
      return new TunnelView(json.path("id").asText(), List.copyOf(path), verified, json.path("up").asBoolean(),
          json.path("route").asText().equals(BY_RULES), json.path("label").asInt(), json.path("problem").asText());
    }

    boolean crosses(String one, String other) {
      return Collections.indexOfSubList(path, List.of(one, other)) >= 0 || Collections.indexOfSubList(path, List.of(other, one)) >= 0;
    }
  }

  /** A site's switch or router: the numbers of its rules and groups, and its problem, which is empty if it has none. */
  record SwitchView(String site, int rules, int groups, String problem) {}

  static NetworkView of(JsonNode json) {
    List<TunnelView> tunnels = new ArrayList<>();
    json.path("tunnels").forEach(tunnel -> tunnels.add(TunnelView.of(tunnel)));
    List<SwitchView> switches = new ArrayList<>();
    json.path("switches").forEach(each -> switches.add(
        new SwitchView(each.path("site").asText(),
        each.path("rules").asInt(), each.path("groups").asInt(), each.path("problem").asText())));
    return new NetworkView(json.path("mode").asText(), json.path("problem").asText(), List.copyOf(tunnels), List.copyOf(switches));
  }

  int mostRules() {
    return switches.stream().mapToInt(SwitchView::rules).max().orElse(0);
  }

  boolean allByRules() {
    return !tunnels.isEmpty() && tunnels.stream().allMatch(tunnel -> tunnel.byRules && tunnel.up);
  }

  boolean allUp() {
    return !tunnels.isEmpty() && tunnels.stream().allMatch(TunnelView::up);
  }

  /** Returns the tunnels whose probes did not take their path. */
  List<String> strays() {
    return tunnels.stream().filter(tunnel -> !tunnel.verified.orElse(false)).map(TunnelView::id).toList();
  }

  /** Returns all problems that the view contains. */
  List<String> problems() {
    return Streams.concat(Stream.of(problem).filter(text -> !text.isEmpty()),
        switches.stream().filter(each -> !each.problem.isEmpty()).map(each -> each.site + ": " + each.problem),
        tunnels.stream().filter(each -> !each.problem.isEmpty()).map(each -> each.id + ": " + each.problem)).toList();
  }
}
