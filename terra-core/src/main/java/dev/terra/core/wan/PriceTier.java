package dev.terra.core.wan;

import dev.terra.core.units.CostLimits;

/**
 * The price of the gigabytes that a link carries in a calendar month above a bound.
 *
 * @param aboveGigabytes the bound in 10^9 bytes, above 0 and at most 10^10
 * @param usdPerGigabyte US dollars for 10^9 bytes, 0 to 10^6
 */
public record PriceTier(double aboveGigabytes, double usdPerGigabyte) {
  /** Checks the ranges. */
  public PriceTier {
    if (!(aboveGigabytes > 0)) {
      throw new IllegalArgumentException("a tier begins above 0 gigabytes, got " + aboveGigabytes);
    }
    CostLimits.check("gigabytes at which a tier begins", aboveGigabytes, CostLimits.MOST_GIGABYTES);
    CostLimits.check("the price of the tier above " + aboveGigabytes + " GB", usdPerGigabyte, CostLimits.MOST_USD_PER_GIGABYTE);
  }
}
