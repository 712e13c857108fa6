package dev.terra.network.rules;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Assigns labels to paths. A path keeps its label for as long as it is known, so that a label never changes its meaning under an open
 * connection. A new path gets the label under which it agrees best with other paths: if all packets to one site with one label go to the
 * same next site, one rule covers them all, wherever they come from.
 */
public final class RouteLabels {
  /** A place in the network that forwards packets by their destination and label. */
  private record Decision(SiteId at, SiteId to, int label) {}

  private record Ends(SiteId low, SiteId high) {
    static Ends of(Path path) {
      return path.from().compareTo(path.to()) < 0 ? new Ends(path.from(), path.to()) : new Ends(path.to(), path.from());
    }
  }

  /** The fit of a label: the number of decisions that would differ from known ones, and of those that would be the same. */
  private record Fit(int label, int differing, int same) {
    static final Comparator<Fit> BEST_FIRST = Comparator.comparingInt(Fit::differing)
        .thenComparing(Comparator.comparingInt(Fit::same).reversed()).thenComparingInt(Fit::label);
  }

  private final Map<Decision, SiteId> decisions = new HashMap<>();
  private final Map<Ends, Map<Integer, Path>> used = new HashMap<>();
  private final Map<Path, Integer> labels = new LinkedHashMap<>();

  private RouteLabels() {}

  /**
   * Returns the routes of paths. A path whose pair of sites has no free label has no route.
   *
   * @param known the present labels of paths, including paths that are not planned any more and still have rules
   */
  public static Map<Path, Route> assign(Collection<Path> paths, Collection<Route> known) {
    RouteLabels labels = new RouteLabels();
    known.forEach(route -> labels.take(route.path(), route.label()));
    List<Path> shortFirst = paths.stream().distinct()
        .sorted(Comparator.comparingInt((Path path) -> path.sites().size()).thenComparing(Path::toString)).toList();
    shortFirst.forEach(labels::assign);
    Map<Path, Route> routes = new LinkedHashMap<>();
    shortFirst.forEach(path -> Optional.ofNullable(labels.labels.get(path)).ifPresent(label -> routes.put(path, new Route(path, label))));
    return routes;
  }

  private void assign(Path path) {
    if (!labels.containsKey(path)) {
      Optional.ofNullable(labels.get(Route.reversed(path))).or(() -> best(path)).ifPresent(label -> take(path, label));
    }
  }

  private Optional<Integer> best(Path path) {
    Map<Integer, Path> taken = used.getOrDefault(Ends.of(path), Map.of());
    Fit best = null;
    for (int label = 0; label < TunnelPorts.LABELS; label++) {
      if (!taken.containsKey(label)) {
        Fit fit = fit(path, label);
        best = best == null || Fit.BEST_FIRST.compare(fit, best) < 0 ? fit : best;
      }
    }
    return Optional.ofNullable(best).map(Fit::label);
  }

  private Fit fit(Path path, int label) {
    int differing = 0;
    int same = 0;
    for (Map.Entry<Decision, SiteId> made : decisions(path, label).entrySet()) {
      SiteId known = decisions.get(made.getKey());
      differing += known != null && !known.equals(made.getValue()) ? 1 : 0;
      same += made.getValue().equals(known) ? 1 : 0;
    }
    return new Fit(label, differing, same);
  }

  private void take(Path path, int label) {
    labels.put(path, label);
    used.computeIfAbsent(Ends.of(path), ends -> new HashMap<>()).put(label, path);
    decisions(path, label).forEach(decisions::putIfAbsent);
  }

  /** Returns the decisions of a path with a label, in both directions. */
  private static Map<Decision, SiteId> decisions(Path path, int label) {
    Map<Decision, SiteId> made = new LinkedHashMap<>();
    List<SiteId> sites = path.sites();
    for (int i = 0; i + 1 < sites.size(); i++) {
      made.put(new Decision(sites.get(i), path.to(), label), sites.get(i + 1));
      made.put(new Decision(sites.get(i + 1), path.from(), label), sites.get(i));
    }
    return made;
  }
}
