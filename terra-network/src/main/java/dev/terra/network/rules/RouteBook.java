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
 * Records which routes should have rules: those of planned paths, and for a while those of formerly planned paths, on which packets may
 * still be under way. A path whose rules were refused is left out and tried again later, at growing intervals. It is tried again at once if
 * the cause may have ended, such as when other paths have made room. It is not thread-safe; times are nanoseconds that never go back.
 */
public final class RouteBook {
  private final long leavingNanos;
  private final Retries retries;
  private final Map<Path, Route> planned = new LinkedHashMap<>();
  private final Map<Route, Long> leavingUntil = new HashMap<>();
  private final Map<Path, Refusal> refusals = new LinkedHashMap<>();

  /**
   * The times for which a route is left out after its rules were refused.
   *
   * @param firstNanos the duration after the first refusal; it doubles with each further refusal in a row
   * @param mostNanos the longest duration
   */
  public record Retries(long firstNanos, long mostNanos) {
    private long after(int times) {
      return Math.min(mostNanos, firstNanos << Math.min(times - 1, Integer.SIZE / 2));
    }
  }

  /** The refusal of a path's rules: the reason, how often in a row they were refused, and until when the path is left out. */
  private record Refusal(String why, int times, long untilNanos, boolean leftOut) {
    Refusal tried() {
      return new Refusal(why, times, untilNanos, false);
    }
  }

  /** Creates a book without routes, whose refused routes are tried again at once. */
  public RouteBook(long leavingNanos) {
    this(leavingNanos, new Retries(0, 0));
  }

  /**
   * Creates a book without routes.
   *
   * @param leavingNanos how long a route keeps its rules after it has been planned for the last time
   * @param retries the times after which refused routes are tried again
   */
  public RouteBook(long leavingNanos, Retries retries) {
    this.leavingNanos = leavingNanos;
    this.retries = retries;
  }

  /** Sets the paths that are planned from now on. */
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

  /** Returns the routes of the planned paths, including those that are left out. A path without a free label has no route. */
  public ImmutableMap<Path, Route> planned() {
    return ImmutableMap.copyOf(planned);
  }

  /** Returns the routes that should have rules now. */
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
   * Notes that a path's rules are refused, so that it gets none for a while.
   *
   * @return whether this is new: the path was not refused for the same reason when it was last tried
   */
  public boolean refuse(Path path, String why, long nowNanos) {
    Refusal before = refusals.get(path);
    int times = before == null ? 1 : before.times + 1;
    refusals.put(path, new Refusal(why, times, nowNanos + retries.after(times), true));
    return before == null || !before.why.equals(why);
  }

  /** Notes that a path has its rules. */
  public void accepted(Path path) {
    refusals.remove(path);
  }

  /** Lets paths be tried again at once, since the cause of their refusal may have ended. */
  public void tryAgain(Predicate<Path> paths) {
    refusals.replaceAll((path, refusal) -> paths.test(path) ? refusal.tried() : refusal);
  }

  /** Returns the paths that are left out, with the reasons. */
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
