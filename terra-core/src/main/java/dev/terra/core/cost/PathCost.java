package dev.terra.core.cost;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Path;

/**
 * The cost of bytes on the path that they took.
 *
 * @param bytes the bytes of data, as agents counted them
 * @param links the cost on each link of the path, in the path's order
 * @param cheapestUsd the cost of the bytes on the cheapest path of the WAN, US dollars
 */
public record PathCost(Path path, long bytes, ImmutableList<LinkCost> links, double cheapestUsd) {
  /**
   * The cost of bytes on one link.
   *
   * @param usd US dollars
   * @param joules the energy of the network's devices
   * @param grams of carbon dioxide
   */
  public record LinkCost(double usd, double joules, double grams) {}

  /** Returns the cost on all links, US dollars. */
  public double usd() {
    return links.stream().mapToDouble(LinkCost::usd).sum();
  }

  /** Returns what the cheapest path would have spared, US dollars, at least 0. */
  public double detourUsd() {
    return Math.max(0, usd() - cheapestUsd);
  }

  /** Returns the sum over all links; the bytes count once. */
  public CostSum sum() {
    return new CostSum(bytes, usd(), detourUsd(), links.stream().mapToDouble(LinkCost::joules).sum(),
        links.stream().mapToDouble(LinkCost::grams).sum());
  }

  /** Returns the cost on one link, given by its place on the path from 0. */
  public CostSum sum(int link) {
    LinkCost cost = links.get(link);
    return new CostSum(bytes, cost.usd, 0, cost.joules, cost.grams);
  }
}
