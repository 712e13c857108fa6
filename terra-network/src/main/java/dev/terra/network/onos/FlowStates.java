package dev.terra.network.onos;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts Terra's rules at one switch by their states in ONOS, and describes these counts. It is not thread-safe. */
final class FlowStates {
  private final Map<String, Integer> counts = new TreeMap<>();
  private int refused;

  void add(OnosFlow flow) {
    counts.merge(flow.state(), 1, Integer::sum);
    refused += flow.isRefused() ? 1 : 0;
  }

  /** Returns a description of the states if the switch has refused any rule. */
  Optional<String> refusal() {
    return refused == 0 ? Optional.empty() : Optional.of("the switch has refused rules: ONOS reports " + this + usually());
  }

  /** Returns a description of rules that have not been installed after a number of seconds. */
  String waiting(long seconds) {
    return "its rules are still missing after " + seconds + " s: ONOS reports " + this + usually();
  }

  /** Returns a hint where to find the reason. ONOS does not pass on the switch's own answer; its log contains it. */
  private static String usually() {
    return "; ONOS reports no reason, which its log or the switch's log has (such as a full table, or a match that the switch does not "
        + "support)";
  }

  /** Returns the counts, such as {@code ADDED of 6, FAILED of 2}. */
  @Override
  public String toString() {
    return counts.isEmpty() ? "no state of any rule" : counts.entrySet().stream().map(state -> state.getKey() + " of " + state.getValue())
        .collect(Collectors.joining(", "));
  }
}
