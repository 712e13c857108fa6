package dev.terra.network.onos;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides when routes whose packets would leave their paths are given up, records why, and whether the condition of the switch has changed
 * since. Rules may just be late, so neither one refusal nor a short wait is a sufficient reason. It is not thread-safe.
 */
final class AstrayRoutes {
  /** The time after which a rule that still waits is given up. ONOS polls its switches every five seconds, so this is two polls. */
  static final long PENDING_NANOS = 10_000_000_000L;
  /** The number of refusals after which a route is given up. */
  private static final int REFUSALS = 2;
  private static final long SECOND = 1_000_000_000L;

  private final Map<Path, Integer> refusals = new HashMap<>();
  private final Map<Path, Long> since = new HashMap<>();
  /** The routes that were given up before. For them, only rules that ONOS has confirmed count. */
  private final Set<Path> doubted = new HashSet<>();
  private final Map<Path, Blame> blamed = new HashMap<>();

  /**
   * The condition of a switch that determines whether it takes rules.
   *
   * @param available whether ONOS is connected to the switch; empty if the switch is unknown to ONOS
   * @param neighbours the neighbouring sites to which a port of the switch is known
   */
  record Condition(Optional<Boolean> available, ImmutableSet<SiteId> neighbours) {
    static final Condition UNKNOWN = new Condition(Optional.empty(), ImmutableSet.of());
  }

  private record Blame(SiteId at, Condition then) {}

  /**
   * A route whose packets would leave its path.
   *
   * @param at the site of the switch where packets would leave the path
   * @param refused the answer of ONOS to the request for the rule, if it refused
   * @param state the states of the rules at this switch, as ONOS reports them
   * @param condition the condition of the switch
   */
  record Finding(Path path, SiteId at, Optional<String> refused, FlowStates state, Condition condition) {}

  /** Notes that the packets of a route keep to its path. */
  void found(Path path) {
    refusals.remove(path);
    since.remove(path);
    doubted.remove(path);
    blamed.remove(path);
  }

  /** Forgets all paths except the planned ones. */
  void retain(Set<Path> planned) {
    refusals.keySet().retainAll(planned);
    since.keySet().retainAll(planned);
    doubted.retainAll(planned);
    blamed.keySet().retainAll(planned);
  }

  /** Returns whether only rules that ONOS has confirmed count for a path. */
  boolean isDoubted(Path path) {
    return doubted.contains(path);
  }

  /** Returns whether nothing is wrong with any route. */
  boolean isEmpty() {
    return refusals.isEmpty() && since.isEmpty() && blamed.isEmpty();
  }

  /** Returns why a route is given up; empty if it is not. */
  Optional<String> judge(Finding finding, long nowNanos) {
    Path path = finding.path;
    Optional<String> said = finding.refused.or(finding.state::refusal);
    long waited = nowNanos - since.computeIfAbsent(path, key -> nowNanos);
    boolean givenUp = said.isPresent() ? refusals.merge(path, 1, Integer::sum) >= REFUSALS : waited >= PENDING_NANOS;
    if (!givenUp) {
      return Optional.empty();
    }
    refusals.remove(path);
    since.remove(path);
    doubted.add(path);
    blamed.put(path, new Blame(finding.at, finding.condition));
    return Optional.of(of(finding.condition) + said.orElseGet(() -> finding.state.waiting(PENDING_NANOS / SECOND)));
  }

  private static String of(Condition condition) {
    return condition.available.map(connected -> connected ? "" : "ONOS is not connected to it; ").orElse("ONOS has no such switch; ");
  }

  /** Returns whether the condition of the switch because of which a route was given up has changed since. */
  boolean hasChanged(Path path, Map<SiteId, Condition> now) {
    Blame blame = blamed.get(path);
    return blame != null && !blame.then.equals(now.getOrDefault(blame.at, Condition.UNKNOWN));
  }

  /**
   * Notes the present condition of the switch because of which a route was given up, so that the route is not tried again for the same
   * change.
   */
  void noted(Path path, Map<SiteId, Condition> now) {
    blamed.computeIfPresent(path, (key, blame) -> new Blame(blame.at, now.getOrDefault(blame.at, Condition.UNKNOWN)));
  }
}
