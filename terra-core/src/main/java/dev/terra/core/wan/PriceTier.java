package dev.terra.core.wan;

/**
 * A price that holds for what a calendar month brings beyond a bound.
 *
 * @param aboveGigabytes the bound, 10^9 bytes, above 0
 * @param usdPerGigabyte US dollars for 10^9 bytes, at least 0
 */
public record PriceTier(double aboveGigabytes, double usdPerGigabyte) {
  /** Checks the ranges. */
  public PriceTier {
    if (!(aboveGigabytes > 0) || !Double.isFinite(aboveGigabytes)) {
      throw new IllegalArgumentException("a tier begins above 0 gigabytes, got " + aboveGigabytes);
    }
    if (!(usdPerGigabyte >= 0) || !Double.isFinite(usdPerGigabyte)) {
      throw new IllegalArgumentException("the price of the tier above " + aboveGigabytes + " GB must be 0 or more, got " + usdPerGigabyte);
    }
  }
}
