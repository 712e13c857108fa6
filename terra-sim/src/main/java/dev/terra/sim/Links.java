package dev.terra.sim;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PathRate;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The WAN in its current state, and what flows over each link. Link indexes are those of the WAN with all links up; the caps of sites
 * follow the links.
 */
final class Links {
  private static final double OVERLOAD = 1e-6;
  /** The most paths that are kept, a few dozen megabytes. The links of further paths are computed again. */
  private static final int MOST_KEPT = 1 << 20;

  private final Wan base;
  private final double[] capacity;
  private final boolean[] down;
  private final double[] load;
  /** The links of each path. Schedules use the same object for the same path as long as no link changes. */
  private final IdentityHashMap<Path, int[]> linksOf = new IdentityHashMap<>();
  private Wan current;

  Links(Wan base) {
    this.base = base;
    this.current = base;
    this.capacity = base.capacities();
    this.down = new boolean[capacity.length];
    this.load = new double[capacity.length];
  }

  /** Returns the WAN in its current state. */
  Wan current() {
    return current;
  }

  /** Applies an event to a link, in both directions. */
  void apply(WanEvent event) {
    boolean known = false;
    for (LinkId direction : List.of(event.link(), event.link().reversed())) {
      if (base.link(direction).isPresent()) {
        int index = base.indexOf(direction);
        known = true;
        switch (event.kind()) {
          case DOWN -> down[index] = true;
          case UP -> down[index] = false;
          case CAPACITY -> capacity[index] = event.capacity().orElseThrow().bytesPerSecond();
        }
      }
    }
    if (!known) {
      throw new IllegalArgumentException("an event names the unknown link " + event.link() + " of " + base.name());
    }
    current = base.keepLinks(link -> !down[base.indexOf(link.id())])
        .mapLinks(link -> link.withCapacity(new Bandwidth(capacity[base.indexOf(link.id())])));
    linksOf.clear();
  }

  double capacity(int link) {
    return down[link] ? 0 : capacity[link];
  }

  /** Returns the current capacities, bytes/s by link and cap; the array is a fresh one. */
  double[] capacities() {
    double[] now = new double[capacity.length];
    Arrays.setAll(now, this::capacity);
    return now;
  }

  double totalCapacity() {
    return Arrays.stream(capacities(), 0, base.links().size()).sum();
  }

  int[] linksOf(Path path) {
    if (linksOf.size() >= MOST_KEPT) {
      linksOf.clear();
    }
    return linksOf.computeIfAbsent(path, p -> base.resources(p).stream().mapToInt(base::indexOf).toArray());
  }

  /** Adds up the rates of all bundles on each link. */
  void load(Iterable<Coflow> coflows) {
    Arrays.fill(load, 0);
    for (Coflow coflow : coflows) {
      for (CoflowBundle bundle : coflow.bundles()) {
        for (PathRate rate : bundle.paths) {
          for (int link : linksOf(rate.path())) {
            load[link] += rate.bytesPerSecond();
          }
        }
      }
    }
  }

  /** Returns the load of all links together, bytes/s; a byte counts on every link that it crosses. */
  double totalLoad() {
    return Arrays.stream(load, 0, base.links().size()).sum();
  }

  /**
   * Checks that no link and no site with a cap carries more than it can.
   *
   * @throws AuditException naming the link or the cap that is above its capacity
   */
  void audit(double nowSeconds) {
    for (int link = 0; link < load.length; link++) {
      if (load[link] > capacity(link) * (1 + OVERLOAD) + 1) {
        throw new AuditException("at " + nowSeconds + " s, " + (link < base.links().size() ? "link " : "") + base.resource(link)
            + " carries " + load[link] + " bytes/s, its capacity is " + capacity(link));
      }
    }
  }

  /**
   * Returns the factor by which rates on a path must be cut so that none of its links and caps is overloaded: 1 if none is, 0 if a link is
   * down.
   */
  double fitting(Path path) {
    double factor = 1;
    for (int link : linksOf(path)) {
      if (load[link] > capacity(link)) {
        factor = Math.min(factor, capacity(link) / load[link]);
      }
    }
    return factor;
  }
}
