package dev.terra.core.wan;

import dev.terra.core.units.CostLimits;
import java.util.OptionalDouble;

/**
 * The cost, power and carbon dioxide of work at a site. Each value is 0 to 10^6, or empty if it is not known.
 *
 * @param usdPerCoreHour US dollars for one hour of work of a processor core
 * @param wattsPerCore the power of a core that works, watts
 * @param gramsPerKilowattHour the carbon dioxide of a kilowatt hour at the site, grams
 */
public record SiteTerms(OptionalDouble usdPerCoreHour, OptionalDouble wattsPerCore, OptionalDouble gramsPerKilowattHour) {
  /** The terms of a site of which nothing is known. */
  public static final SiteTerms UNKNOWN = new SiteTerms(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  /** Checks the ranges. */
  public SiteTerms {
    CostLimits.check("the price of a core hour", usdPerCoreHour.orElse(0), CostLimits.MOST_USD_PER_CORE_HOUR);
    CostLimits.check("the power of a core", wattsPerCore.orElse(0), CostLimits.MOST_ENERGY);
    CostLimits.check("the carbon dioxide of a kilowatt hour", gramsPerKilowattHour.orElse(0), CostLimits.MOST_ENERGY);
  }
}
