package dev.terra.schedule.path;

import java.util.Arrays;

/**
 * Dijkstra's algorithm on dense arrays with buffers that are kept between calls. Ties go to the path found first, in link order, so
 * the answer depends on the arguments only. One owner.
 */
final class ShortestPath {
  private final WanGraph graph;
  private final double[] distance;
  private final int[] lastLink;
  private final int[] heap;
  private final int[] place;
  private int size;

  ShortestPath(WanGraph graph) {
    this.graph = graph;
    distance = new double[graph.siteCount];
    lastLink = new int[graph.siteCount];
    heap = new int[graph.siteCount];
    place = new int[graph.siteCount];
  }

  /** The links of a lightest path; null if there is none. A link of infinite weight is not used. */
  int[] find(int source, int target, double[] weight) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(place, -1);
    size = 0;
    distance[source] = 0;
    lastLink[source] = -1;
    push(source);
    while (size > 0) {
      int site = pop();
      if (site == target) {
        return trace(target);
      }
      relax(site, weight);
    }
    return null;
  }

  /** The length of the path that {@link #find} returned last. */
  double lengthTo(int target) {
    return distance[target];
  }

  private void relax(int site, double[] weight) {
    for (int link : graph.outgoing[site]) {
      double candidate = distance[site] + weight[link];
      int next = graph.to[link];
      if (candidate < distance[next]) {
        distance[next] = candidate;
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
    while (at > 0 && distance[heap[(at - 1) / 2]] > distance[site]) {
      put(at, heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, site);
  }

  private int pop() {
    int top = heap[0];
    int moved = heap[--size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && distance[heap[child + 1]] < distance[heap[child]]) {
        child++;
      }
      if (distance[heap[child]] >= distance[moved]) {
        break;
      }
      put(at, heap[child]);
      at = child;
      child = 2 * at + 1;
    }
    put(at, moved);
    return top;
  }

  private void put(int at, int site) {
    heap[at] = site;
    place[site] = at;
  }
}
