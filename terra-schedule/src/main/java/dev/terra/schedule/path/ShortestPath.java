package dev.terra.schedule.path;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Dijkstra's algorithm on dense arrays, with buffers that are kept between calls. With {@link RemainingWeight} it is A* (Hart, Nilsson,
 * Raphael 1968). Ties go to the path found first, in link order, so the answer depends on the arguments only. It has one owner.
 */
final class ShortestPath {
  private static final int NOWHERE = -1;

  private final WanGraph graph;
  private final double[] distance;
  /** The order of the heap: the distance, plus a lower bound of the remaining weight to the target. */
  private final double[] estimate;
  private final double[] nothingKnown;
  private final int[] lastLink;
  private final int[] heap;
  private final int[] place;
  private int size;
  private long settled;

  ShortestPath(WanGraph graph) {
    this.graph = graph;
    distance = new double[graph.siteCount];
    estimate = new double[graph.siteCount];
    nothingKnown = new double[graph.siteCount];
    lastLink = new int[graph.siteCount];
    heap = new int[graph.siteCount];
    place = new int[graph.siteCount];
  }

  /** Returns the links of a lightest path; null if there is none. A link of infinite weight is not used. */
  int @Nullable [] find(int source, int target, double[] weight) {
    return find(source, target, weight, nothingKnown);
  }

  /** Returns the weights of lightest paths from a site to all sites; infinite where there is no path. The array is a fresh one. */
  double[] weightsFrom(int source, double[] weight) {
    find(source, NOWHERE, weight, nothingKnown);
    return distance.clone();
  }

  /**
   * Finds a lightest path by means of bounds: {@code atLeast} is a lower bound of the weight of a path from each site to the target,
   * infinite where there is no path.
   */
  int @Nullable [] find(int source, int target, double[] weight, double[] atLeast) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(place, -1);
    size = 0;
    distance[source] = 0;
    estimate[source] = atLeast[source];
    lastLink[source] = -1;
    push(source);
    while (size > 0) {
      int site = pop();
      if (site == target) {
        return trace(target);
      }
      settled++;
      relax(site, weight, atLeast);
    }
    return null;
  }

  /** Returns from how many sites all searches so far have followed links. */
  long settledSites() {
    return settled;
  }

  /** Returns the length of the path that {@link #find} returned last. */
  double lengthTo(int target) {
    return distance[target];
  }

  private void relax(int site, double[] weight, double[] atLeast) {
    for (int link : graph.outgoing[site]) {
      double candidate = distance[site] + weight[link];
      int next = graph.to[link];
      if (candidate < distance[next] && atLeast[next] < Double.POSITIVE_INFINITY) {
        distance[next] = candidate;
        estimate[next] = candidate + atLeast[next];
        lastLink[next] = link;
        push(next);
      }
    }
  }

  private int[] trace(int target) {
    int length = 0;
    for (int site = target; lastLink[site] >= 0; site = graph.from[lastLink[site]]) {
      length++;
    }
    int[] links = new int[length];
    for (int site = target; lastLink[site] >= 0; site = graph.from[lastLink[site]]) {
      links[--length] = lastLink[site];
    }
    return links;
  }

  private void push(int site) {
    int at = place[site] >= 0 ? place[site] : size++;
    while (at > 0 && estimate[heap[(at - 1) / 2]] > estimate[site]) {
      put(at, heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, site);
  }

  private int pop() {
    int top = heap[0];
    place[top] = -1;
    int moved = heap[--size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && estimate[heap[child + 1]] < estimate[heap[child]]) {
        child++;
      }
      if (estimate[heap[child]] >= estimate[moved]) {
        break;
      }
      put(at, heap[child]);
      at = child;
      child = 2 * at + 1;
    }
    if (size > 0) {
      put(at, moved);
    }
    return top;
  }

  private void put(int at, int site) {
    heap[at] = site;
    place[site] = at;
  }
}
