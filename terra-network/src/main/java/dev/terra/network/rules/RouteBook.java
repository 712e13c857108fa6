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
import java.util.function.Predicate;

/**
 * Which routes should have rules: those of planned paths, and for a while those that were planned before, on which something may still be
 * under way. A path whose rules were refused is left out and tried again later, ever more seldom; at once where the cause may be gone,
 * as when other paths have made room. Not thread-safe; times are nanoseconds that never go back.
 */
public final class RouteBook {
  private final long leavingNanos;
  private final Retries retries;
  private final Map<Path, Route> planned = new LinkedHashMap<>();
  private final Map<Route, Long> leavingUntil = new HashMap<>();
  private final Map<Path, Refusal> refusals = new LinkedHashMap<>();

  /**
   * How long a route is left out when its rules were refused.
   *
   * @param firstNanos the first time; each further time in a row twice as long
   * @param mostNanos at most
   */
  public record Retries(long firstNanos, long mostNanos) {
    private long after(int times) {
      return Math.min(mostNanos, firstNanos << Math.min(times - 1, Integer.SIZE / 2));
    }
  }

  /** Why a path's rules were refused, how often in a row, and until when it is left out; then it is tried again. */
  private record Refusal(String why, int times, long untilNanos, boolean leftOut) {
    Refusal tried() {
      return new Refusal(why, times, untilNanos, false);
    }
  }

  /** A book without routes and without refusals. */
  public RouteBook(long leavingNanos) {
    this(leavingNanos, new Retries(0, 0));
  }

  /**
   * A book with no routes.
   *
   * @param leavingNanos how long a route keeps its rules when it is planned no more
   * @param retries when what was refused is tried again
   */
  public RouteBook(long leavingNanos, Retries retries) {
    this.leavingNanos = leavingNanos;
    this.retries = retries;
  }

  /** The paths that are planned from now on. */
  public void plan(Collection<Path> paths, long nowNanos) {
    Set<Path> wanted = new LinkedHashSet<>(paths);
    List.copyOf(planned.values()).stream().filter(route -> !wanted.contains(route.path())).forEach(route -> {
      planned.remove(route.path());
      leavingUntil.put(route, nowNanos + leavingNanos);
    });
    refusals.keySet().retainAll(wanted);
    tryAgain(path -> true);
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
    if (leavingUntil.values().removeIf(until -> nowNanos - until >= 0)) {
      tryAgain(path -> true);
    }
    refusals.replaceAll((path, refusal) -> nowNanos - refusal.untilNanos >= 0 ? refusal.tried() : refusal);
    List<Route> wanted = new ArrayList<>(known());
    wanted.removeIf(route -> isLeftOut(route.path()));
    return wanted;
  }

  private boolean isLeftOut(Path path) {
    return refusals.containsKey(path) && refusals.get(path).leftOut;
  }

  /**
   * A path's rules cannot be had: it gets none for a while.
   *
   * @return whether that is new: it was not refused for the same reason when it was tried last
   */
  public boolean refuse(Path path, String why, long nowNanos) {
    Refusal before = refusals.get(path);
    int times = before == null ? 1 : before.times + 1;
    refusals.put(path, new Refusal(why, times, nowNanos + retries.after(times), true));
    return before == null || !before.why.equals(why);
  }

  /** A path has its rules. */
  public void accepted(Path path) {
    refusals.remove(path);
  }

  /** What has kept these paths' rules away may be gone: they are tried again at once. */
  public void tryAgain(Predicate<Path> paths) {
    refusals.replaceAll((path, refusal) -> paths.test(path) ? refusal.tried() : refusal);
  }

  /** Why paths are left out. */
  public Map<Path, String> refused() {
    Map<Path, String> why = new LinkedHashMap<>();
    refusals.forEach((path, refusal) -> {
      if (refusal.leftOut) {
        why.put(path, refusal.why);
      }
    });
    return why;
  }
}
