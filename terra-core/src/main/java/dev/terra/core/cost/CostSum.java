package dev.terra.core.cost;

/**
 * A sum of costs.
 *
 * @param bytes of data on links, as agents counted them; on each link of a path once more
 * @param usd US dollars
 * @param detourUsd of these, what the cheapest paths would have spared
 * @param joules of the network's devices
 * @param grams of carbon dioxide
 */
public record CostSum(long bytes, double usd, double detourUsd, double joules, double grams) {
  /** Nothing. */
  public static final CostSum ZERO = new CostSum(0, 0, 0, 0, 0);

  /** Both together. */
  public CostSum plus(CostSum other) {
    return new CostSum(bytes + other.bytes, usd + other.usd, detourUsd + other.detourUsd, joules + other.joules, grams + other.grams);
  }
}
