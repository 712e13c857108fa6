package dev.terra.network.onos;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many of our rules at one switch are in which of ONOS's states, and what that says. Not thread-safe. */
final class FlowStates {
  private final Map<String, Integer> counts = new TreeMap<>();
  private int refused;

  void add(OnosFlow flow) {
    counts.merge(flow.state(), 1, Integer::sum);
    refused += flow.isRefused() ? 1 : 0;
  }

  /** What ONOS says if the switch has refused any. */
  Optional<String> refusal() {
    return refused == 0 ? Optional.empty() : Optional.of("the switch has refused rules: ONOS says " + this + usually());
  }

  /** What there is to say of rules that have not come in so many seconds. */
  String waiting(long seconds) {
    return "its rules are still not there after " + seconds + " s: ONOS says " + this + usually();
  }

  /** ONOS keeps the switch's own answer to itself: it is in its log. */
  private static String usually() {
    return "; it tells no reason, which its log or the switch's has (a table that is full, a match that the switch cannot do)";
  }

  /** Such as {@code ADDED of 6, FAILED of 2}. */
  @Override
  public String toString() {
    return counts.isEmpty() ? "nothing of any" : counts.entrySet().stream().map(state -> state.getKey() + " of " + state.getValue())
        .collect(Collectors.joining(", "));
  }
}
