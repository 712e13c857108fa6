package dev.terra.schedule.path;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The links of a WAN as dense arrays, by link index: ends, capacity, routing weight; and the outgoing links of each site. A link's weight
 * is 1 + half its latency / the mean latency, so that hops count and, among equal hops, distance does. The bytes on a link also use the
 * caps of its ends: a path uses the resources of all its links.
 */
final class WanGraph {
  private static final double LATENCY_SHARE = 0.5;

  final int siteCount;
  final int linkCount;
  final int[] from;
  final int[] to;
  final double[] capacity;
  final double[] weight;
  final int[][] outgoing;
  /** The indexes of the resources that bytes on each link use: the link itself, then caps. */
  final int[][] resources;

  WanGraph(Wan wan) {
    List<Link> links = wan.links();
    siteCount = wan.sites().size();
    linkCount = links.size();
    from = links.stream().mapToInt(link -> wan.indexOf(link.id().from())).toArray();
    to = links.stream().mapToInt(link -> wan.indexOf(link.id().to())).toArray();
    capacity = wan.capacities();
    double meanNanos = links.stream().mapToDouble(link -> link.latency().toNanos()).average().orElse(0);
    weight = links.stream().mapToDouble(
        link -> 1 + (meanNanos > 0 ? LATENCY_SHARE * link.latency().toNanos() / meanNanos : 0)).toArray();
    outgoing = new int[siteCount][];
    Arrays.setAll(outgoing, site -> wan.linksFrom(wan.sites().get(site).id()).stream()
        .mapToInt(link -> wan.indexOf(link.id())).toArray());
    resources = links.stream().map(link -> wan.resources(link.id())).toArray(int[][]::new);
  }

  private WanGraph(WanGraph forwards) {
    siteCount = forwards.siteCount;
    linkCount = forwards.linkCount;
    from = forwards.to;
    to = forwards.from;
    capacity = forwards.capacity;
    weight = forwards.weight;
    resources = forwards.resources;
    outgoing = new int[siteCount][];
    Arrays.setAll(outgoing, site -> IntStream.range(0, linkCount).filter(link -> from[link] == site).toArray());
  }

  /** Returns the resources of a path: its links in order, then their caps. A path visits a site once, so each resource occurs once. */
  int[] resources(int[] path) {
    return IntStream.concat(Arrays.stream(path),
        Arrays.stream(path).flatMap(link -> Arrays.stream(resources[link]).skip(1))).toArray();
  }

  /** Returns a graph of the same links, each reversed under its own index. */
  WanGraph backwards() {
    return new WanGraph(this);
  }
}
