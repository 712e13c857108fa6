package dev.terra.core.cost;

/**
 * A sum of costs.
 *
 * @param bytes the bytes of data on links, as agents counted them; each link of a path counts them again
 * @param usd US dollars
 * @param detourUsd the part of these dollars that the cheapest paths would have spared
 * @param joules the energy of the network's devices
 * @param grams of carbon dioxide
 */
public record CostSum(long bytes, double usd, double detourUsd, double joules, double grams) {
  /** The sum of no costs. */
  public static final CostSum ZERO = new CostSum(0, 0, 0, 0, 0);

  /** Returns the sum of both. */
  public CostSum plus(CostSum other) {
    return new CostSum(bytes + other.bytes, usd + other.usd, detourUsd + other.detourUsd, joules + other.joules, grams + other.grams);
  }
}
