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
 * Routes whose packets would not keep to their paths: when each is given up, why, and whether what stood in its way has changed since.
 * Rules may just be late, so one refusal is no reason, and neither is a short wait. Not thread-safe.
 */
final class AstrayRoutes {
  /** ONOS asks its switches every five seconds; after two of these a rule that still waits is not going to come. */
  static final long PENDING_NANOS = 10_000_000_000L;
  /** Twice the same refusal is no accident. */
  private static final int REFUSALS = 2;
  private static final long SECOND = 1_000_000_000L;

  private final Map<Path, Integer> refusals = new HashMap<>();
  private final Map<Path, Long> since = new HashMap<>();
  /** Which were given up before: what ONOS has not confirmed is not enough for them. */
  private final Set<Path> doubted = new HashSet<>();
  private final Map<Path, Blame> blamed = new HashMap<>();

  /**
   * What of a switch decides whether it takes rules.
   *
   * @param available whether ONOS is connected with it; empty: ONOS does not know it
   * @param neighbours those to which a port is known
   */
  record Condition(Optional<Boolean> available, ImmutableSet<SiteId> neighbours) {
    static final Condition UNKNOWN = new Condition(Optional.empty(), ImmutableSet.of());
  }

  private record Blame(SiteId at, Condition then) {}

  /**
   * A route that would go astray.
   *
   * @param at where
   * @param refused what ONOS answered when it was asked for the rule, if it refused
   * @param state what ONOS says of the rules there
   * @param condition of the switch
   */
  record Finding(Path path, SiteId at, Optional<String> refused, FlowStates state, Condition condition) {}

  /** Its packets keep to its path. */
  void found(Path path) {
    refusals.remove(path);
    since.remove(path);
    doubted.remove(path);
    blamed.remove(path);
  }

  /** Others than these are not planned any more. */
  void retain(Set<Path> planned) {
    refusals.keySet().retainAll(planned);
    since.keySet().retainAll(planned);
    doubted.retainAll(planned);
    blamed.keySet().retainAll(planned);
  }

  /** Whether only rules that ONOS has confirmed count for a path. */
  boolean isDoubted(Path path) {
    return doubted.contains(path);
  }

  /** Whether anything is wrong with any route. */
  boolean isEmpty() {
    return refusals.isEmpty() && since.isEmpty() && blamed.isEmpty();
  }

  /** Why a route is given up, if it is. */
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
    return condition.available.map(connected -> connected ? "" : "ONOS is not connected with it; ").orElse("ONOS knows no such switch; ");
  }

  /** Whether the switch that a route was given up for is another one than it was then. */
  boolean hasChanged(Path path, Map<SiteId, Condition> now) {
    Blame blame = blamed.get(path);
    return blame != null && !blame.then.equals(now.getOrDefault(blame.at, Condition.UNKNOWN));
  }

  /** The condition is as it is now: what was tried because it changed is not tried again for the same change. */
  void noted(Path path, Map<SiteId, Condition> now) {
    blamed.computeIfPresent(path, (key, blame) -> new Blame(blame.at, now.getOrDefault(blame.at, Condition.UNKNOWN)));
  }
}
