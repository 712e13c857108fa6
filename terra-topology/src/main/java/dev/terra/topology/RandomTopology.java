package dev.terra.topology;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Generates connected WANs of any size from a seed, with the shape of real ones. Sites are spread over a continent and have log-normal
 * sizes. Links are a minimum spanning tree, and then links from the sites with the fewest links to near sites. Capacities follow the
 * gravity model (product of the ends' sizes / distance), stretched over 10 to 100 Gbit/s. Latencies are those of great circles.
 */
public final class RandomTopology {
  /** The most sites. The dense arrays of the schedulers grow with the square of their number. */
  public static final int MAX_SITES = 2_000;
  private static final double LOWEST_MEGABITS = 10_000;
  private static final double HIGHEST_MEGABITS = 100_000;
  private static final double FIBRE_KM_PER_MS = 204.0;

  private final Random random;
  private final Coordinates[] places;
  private final double[] size;
  private final boolean[][] joined;
  private final int[] degree;
  private final List<int[]> links = new ArrayList<>();

  private RandomTopology(int sites, long seed) {
    random = new Random(seed);
    places = new Coordinates[sites];
    size = new double[sites];
    joined = new boolean[sites][sites];
    degree = new int[sites];
    Arrays.setAll(places, i -> new Coordinates(28 + 20 * random.nextDouble(), -125 + 55 * random.nextDouble()));
    Arrays.setAll(size, i -> Math.exp(0.8 * random.nextGaussian()));
  }

  /**
   * Returns a WAN with a number of sites and of two-way links.
   *
   * @throws IllegalArgumentException if there are fewer than 2 or too many sites, or too few or too many links for these sites
   */
  public static Wan generate(int sites, int linkCount, long seed) {
    if (sites < 2 || sites > MAX_SITES) {
      throw new IllegalArgumentException("a WAN has 2 to " + MAX_SITES + " sites, got " + sites);
    }
    long most = (long) sites * (sites - 1) / 2;
    if (linkCount < sites - 1 || linkCount > most) {
      throw new IllegalArgumentException(
          sites + " sites need " + (sites - 1) + " to " + most + " links, got " + linkCount);
    }
    RandomTopology topology = new RandomTopology(sites, seed);
    topology.joinAll();
    while (topology.links.size() < linkCount) {
      topology.addLink();
    }
    return topology.toWan("random-" + sites + "-" + linkCount + "-" + seed);
  }

  /** Joins all sites by a minimum spanning tree (Prim's algorithm). */
  private void joinAll() {
    boolean[] inside = new boolean[places.length];
    int[] nearest = new int[places.length];
    inside[0] = true;
    for (int count = 1; count < places.length; count++) {
      int best = -1;
      for (int site = 0; site < places.length; site++) {
        if (!inside[site] && (best < 0 || distance(site, nearest[site]) < distance(best, nearest[best]))) {
          best = site;
        }
      }
      inside[best] = true;
      join(best, nearest[best]);
      for (int site = 0; site < places.length; site++) {
        if (!inside[site] && distance(site, best) < distance(site, nearest[site])) {
          nearest[site] = best;
        }
      }
    }
  }

  private void addLink() {
    int from = -1;
    double fewest = Double.POSITIVE_INFINITY;
    for (int site = 0; site < places.length; site++) {
      double score = degree[site] + 1.5 * random.nextDouble();
      if (score < fewest && degree[site] < places.length - 1) {
        fewest = score;
        from = site;
      }
    }
    int to = -1;
    double closest = Double.POSITIVE_INFINITY;
    for (int site = 0; site < places.length; site++) {
      double score = distance(from, site) * (0.5 + random.nextDouble()) * (1 + 0.3 * degree[site]);
      if (site != from && !joined[from][site] && score < closest) {
        closest = score;
        to = site;
      }
    }
    join(from, to);
  }

  private void join(int from, int to) {
    joined[from][to] = true;
    joined[to][from] = true;
    degree[from]++;
    degree[to]++;
    links.add(new int[] {from, to});
  }

  private double distance(int from, int to) {
    return 1 + places[from].kilometresTo(places[to]);
  }

  private Wan toWan(String name) {
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      SiteId id = new SiteId(String.format(Locale.ROOT, "S%04d", i));
      sites.add(new Site(id, id.name(), Optional.of(places[i]), 1, List.of()));
    }
    double[] gravity = links.stream()
        .mapToDouble(ends -> Math.log(size[ends[0]] * size[ends[1]] / distance(ends[0], ends[1]))).toArray();
    double low = Arrays.stream(gravity).min().orElseThrow();
    double range = Math.max(Double.MIN_NORMAL, Arrays.stream(gravity).max().orElseThrow() - low);
    List<Link> directed = new ArrayList<>();
    for (int i = 0; i < gravity.length; i++) {
      double megabits = LOWEST_MEGABITS * Math.pow(HIGHEST_MEGABITS / LOWEST_MEGABITS, (gravity[i] - low) / range);
      Bandwidth capacity = Bandwidth.ofMegabitsPerSecond(Math.rint(megabits));
      int[] ends = links.get(i);
      long micros = Math.round(distance(ends[0], ends[1]) / FIBRE_KM_PER_MS * 1e3);
      LinkId id = new LinkId(sites.get(ends[0]).id(), sites.get(ends[1]).id());
      for (LinkId direction : List.of(id, id.reversed())) {
        directed.add(new Link(direction, capacity, Duration.ofNanos(micros * 1000), OptionalDouble.empty()));
      }
    }
    return new Wan(name, sites, directed);
  }
}
