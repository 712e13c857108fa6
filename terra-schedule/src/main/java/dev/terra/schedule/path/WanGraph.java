package dev.terra.schedule.path;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The links of a WAN as dense arrays, by link index: ends, capacity, routing weight; and the outgoing links of each site. A link's
 * weight is 1 + half its latency / the mean latency, so that hops count and, among equal hops, distance does. A link takes a part of the
 * caps of its ends, too: a path takes a part of the resources of its links.
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
  /** The indexes of what bytes on each link take a part of: of the link itself, and of caps. */
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

  /** The resources of a path of links: these links in order, then caps. A path visits a site once, so each is there once. */
  int[] resources(int[] path) {
    return IntStream.concat(Arrays.stream(path),
        Arrays.stream(path).flatMap(link -> Arrays.stream(resources[link]).skip(1))).toArray();
  }

  /** A graph of these links, each reversed under its own index. */
  WanGraph backwards() {
    return new WanGraph(this);
  }
}
