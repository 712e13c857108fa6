package dev.terra.network.rules;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which routes should have rules: those of planned paths, and for a while those that were planned before, on which something may still be
 * under way. A path whose rules were refused is left out, and tried again later. Not thread-safe; times are nanoseconds that never go back.
 */
public final class RouteBook {
  private final long leavingNanos;
  private final long refusedNanos;
  private final Map<Path, Route> planned = new LinkedHashMap<>();
  private final Map<Route, Long> leavingUntil = new HashMap<>();
  private final Map<Path, Refusal> refused = new LinkedHashMap<>();

  /** Why a path has no rules, and until when. */
  private record Refusal(String why, long untilNanos) {}

  /**
   * A book with no routes.
   *
   * @param leavingNanos how long a route keeps its rules when it is planned no more
   * @param refusedNanos how long a route is left out when its rules were refused
   */
  public RouteBook(long leavingNanos, long refusedNanos) {
    this.leavingNanos = leavingNanos;
    this.refusedNanos = refusedNanos;
  }

  /** The paths that are planned from now on. */
  public void plan(Collection<Path> paths, long nowNanos) {
    Set<Path> wanted = new LinkedHashSet<>(paths);
    List.copyOf(planned.values()).stream().filter(route -> !wanted.contains(route.path())).forEach(route -> {
      planned.remove(route.path());
      leavingUntil.put(route, nowNanos + leavingNanos);
    });
    refused.keySet().retainAll(wanted);
    Map<Path, Route> routes = RouteLabels.assign(wanted, known());
    wanted.stream().filter(routes::containsKey).forEach(path -> planned.put(path, routes.get(path)));
    leavingUntil.keySet().removeAll(planned.values());
  }

  private List<Route> known() {
    List<Route> known = new ArrayList<>(planned.values());
    known.addAll(leavingUntil.keySet());
    return known;
  }

  /** The routes of the planned paths, also of those that are left out; a path without a free label has none. */
  public ImmutableMap<Path, Route> planned() {
    return ImmutableMap.copyOf(planned);
  }

  /** The routes that should have rules now. */
  public List<Route> wanted(long nowNanos) {
    leavingUntil.values().removeIf(until -> nowNanos - until >= 0);
    refused.values().removeIf(refusal -> nowNanos - refusal.untilNanos >= 0);
    List<Route> wanted = new ArrayList<>(known());
    wanted.removeIf(route -> refused.containsKey(route.path()));
    return wanted;
  }

  /** A path's rules cannot be had: it gets none for a while. */
  public void refuse(Path path, String why, long nowNanos) {
    refused.put(path, new Refusal(why, nowNanos + refusedNanos));
  }

  /** Why paths are left out. */
  public Map<Path, String> refused() {
    Map<Path, String> why = new LinkedHashMap<>();
    refused.forEach((path, refusal) -> why.put(path, refusal.why));
    return why;
  }
}
