package dev.terra.core.cost;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Path;

/**
 * What some bytes cost on the path that they took.
 *
 * @param bytes of data, as agents counted them
 * @param links what they cost on each link of the path, in its order
 * @param cheapestUsd what they would have cost on the cheapest path of the WAN, US dollars
 */
public record PathCost(Path path, long bytes, ImmutableList<LinkCost> links, double cheapestUsd) {
  /**
   * What some bytes cost on one link.
   *
   * @param usd US dollars
   * @param joules of the network's devices
   * @param grams of carbon dioxide
   */
  public record LinkCost(double usd, double joules, double grams) {}

  /** US dollars on all links. */
  public double usd() {
    return links.stream().mapToDouble(LinkCost::usd).sum();
  }

  /** What the cheapest path would have spared, at least 0. */
  public double detourUsd() {
    return Math.max(0, usd() - cheapestUsd);
  }

  /** All links together; the bytes count once. */
  public CostSum sum() {
    return new CostSum(bytes, usd(), detourUsd(), links.stream().mapToDouble(LinkCost::joules).sum(),
        links.stream().mapToDouble(LinkCost::grams).sum());
  }

  /** One link, by its place on the path. */
  public CostSum sum(int link) {
    LinkCost cost = links.get(link);
    return new CostSum(bytes, cost.usd, 0, cost.joules, cost.grams);
  }
}
