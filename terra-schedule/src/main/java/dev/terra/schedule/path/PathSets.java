package dev.terra.schedule.path;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path sets of a WAN with all its links up. They do not change when links fail, because tunnels follow them: a schedule leaves out the
 * paths that contain a failed link.
 *
 * <p>Diverse paths are found by repeated searches for the lightest path. After each search, the weight of the path's links is multiplied by
 * 1 + 0.5 x the path's bottleneck / the link's capacity, so that links which a path would fill become unattractive, and wide links remain
 * attractive. Between neighbours, the path over their one link is always in the set, unless it is forbidden. A pair's set is computed when
 * it is first requested. In large WANs, {@link RemainingWeight} guides the searches, so that they visit only the sites around the paths. It
 * has one owner.
 */
public final class PathSets {
  private static final double PENALTY = 0.5;
  /** The most searches per wanted path: in a sparse graph, the lightest path is soon always a known one. */
  private static final int ATTEMPTS_PER_PATH = 6;
  /**
   * The least number of sites for guided searches. Smaller WANs are searched as quickly without guidance, which takes the first in link
   * order among equally light paths.
   */
  private static final int GUIDED_FROM_SITES = 100;

  private final Wan wan;
  private final PathRules rules;
  private final WanGraph graph;
  private final ShortestPath shortest;
  private final @Nullable RemainingWeight guide;
  private final double[] baseWeight;
  private final double[] weight;
  private final PathSet[] sets;

  /**
   * Makes the path sets of a WAN.
   *
   * @throws IllegalArgumentException if a forbidden link is not part of it
   */
  public PathSets(Wan wan, PathRules rules) {
    this.wan = wan;
    this.rules = rules;
    this.graph = new WanGraph(wan);
    this.shortest = new ShortestPath(graph);
    this.baseWeight = graph.weight.clone();
    for (LinkId link : rules.forbiddenLinks()) {
      baseWeight[wan.indexOf(link)] = Double.POSITIVE_INFINITY;
    }
    this.weight = baseWeight.clone();
    this.guide = graph.siteCount < GUIDED_FROM_SITES ? null : new RemainingWeight(graph, baseWeight);
    this.sets = new PathSet[graph.siteCount * graph.siteCount];
  }

  /** Returns the WAN with all links up; {@link PathSet#links} uses its indexes. */
  public Wan wan() {
    return wan;
  }

  /** Returns which paths the operator allows. */
  public PathRules rules() {
    return rules;
  }

  /**
   * Returns the paths between two sites, for tunnels; empty if no allowed path joins the sites.
   *
   * @throws IllegalArgumentException if a site is unknown
   */
  public ImmutableList<Path> paths(SiteId from, SiteId to) {
    return between(wan.indexOf(from), wan.indexOf(to)).asPaths();
  }

  /** Returns the paths between two different sites, given by index. */
  public PathSet between(int from, int to) {
    int pair = from * graph.siteCount + to;
    if (sets[pair] == null) {
      System.arraycopy(baseWeight, 0, weight, 0, weight.length);
      sets[pair] = set(from, to);
    }
    return sets[pair];
  }

  /**
   * Returns a path set for a time in which links are down: it is computed as usual, but only over links whose capacity is above 0. It is
   * not kept.
   */
  public PathSet detours(int from, int to, double[] capacity) {
    weighOpen(capacity);
    return set(from, to);
  }

  private PathSet set(int from, int to) {
    return new PathSet(wan, from, to, Arrays.stream(diverse(from, to)).map(graph::resources).toArray(int[][]::new));
  }

  private void weighOpen(double[] residual) {
    for (int link = 0; link < weight.length; link++) {
      weight[link] = PathSet.isOpen(graph.resources[link], residual) ? baseWeight[link] : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Adds a path of links whose value in {@code residual} is above 0, if the rules allow every path and there is such a path outside the
   * set. Returns whether a path was added.
   */
  public boolean addOpen(PathSet set, double[] residual) {
    if (!rules.everyPath()) {
      return false;
    }
    weighOpen(residual);
    int[] links = shortest.find(set.from(), set.to(), weight);
    return links != null && isAllowed(links) && set.add(graph.resources(links));
  }

  /**
   * Adds the path of least price to a set, if the rules allow every path and its price is below a limit.
   *
   * @param price by resource, at least 0
   * @param capacity by resource; resources of capacity 0 are not used
   * @return whether a path was added to the set
   */
  public boolean addCheapest(PathSet set, double[] price, double[] capacity, double limit) {
    if (!rules.everyPath()) {
      return false;
    }
    for (int link = 0; link < weight.length; link++) {
      boolean usable = PathSet.isOpen(graph.resources[link], capacity) && !Double.isInfinite(baseWeight[link]);
      weight[link] = usable ? price(link, price) : Double.POSITIVE_INFINITY;
    }
    int[] links = shortest.find(set.from(), set.to(), weight);
    return links != null && shortest.lengthTo(set.to()) < limit && isAllowed(links) && set.add(graph.resources(links));
  }

  private double price(int link, double[] price) {
    double sum = 0;
    for (int resource : graph.resources[link]) {
      sum += price[resource];
    }
    return sum;
  }

  /**
   * Returns from how many sites all searches so far have followed links. It measures the cost of path sets in a unit that is the same on
   * every machine.
   */
  long settledSites() {
    return shortest.settledSites() + (guide == null ? 0 : guide.settledSites());
  }

  private int[][] diverse(int from, int to) {
    List<int[]> found = new ArrayList<>();
    int wanted = rules.maxPaths();
    for (int attempt = 0; attempt < ATTEMPTS_PER_PATH * wanted && found.size() < wanted; attempt++) {
      int[] links = guide != null ? shortest.find(from, to, weight, guide.to(to)) : shortest.find(from, to, weight);
      if (links == null) {
        break;
      }
      if (found.stream().noneMatch(known -> Arrays.equals(known, links)) && isAllowed(links)) {
        found.add(links);
      }
      penalise(links);
    }
    includeDirect(from, to, found);
    return found.toArray(new int[0][]);
  }

  private void penalise(int[] links) {
    double bottleneck = Double.POSITIVE_INFINITY;
    for (int link : links) {
      bottleneck = Math.min(bottleneck, graph.capacity[link]);
    }
    for (int link : links) {
      weight[link] *= 1 + PENALTY * bottleneck / graph.capacity[link];
    }
  }

  private void includeDirect(int from, int to, List<int[]> found) {
    for (int link : graph.outgoing[from]) {
      int[] direct = {link};
      if (graph.to[link] == to && !Double.isInfinite(weight[link]) && isAllowed(direct)
          && found.stream().noneMatch(known -> known.length == 1)) {
        if (found.size() == rules.maxPaths()) {
          found.remove(found.size() - 1);
        }
        found.add(direct);
      }
    }
  }

  private boolean isAllowed(int[] links) {
    return rules.forbiddenPaths().isEmpty() || !rules.forbiddenPaths().contains(PathSet.name(wan, links));
  }
}
