package dev.terra.core.wan;

import dev.terra.core.units.CostLimits;
import java.util.OptionalDouble;

/**
 * What work costs at a site. Empty where it is not known; else 0 to 10^6.
 *
 * @param usdPerCoreHour US dollars for a processor core that works for an hour
 * @param wattsPerCore the power of a core that works
 * @param gramsPerKilowattHour the carbon dioxide of a kilowatt hour there
 */
public record SiteTerms(OptionalDouble usdPerCoreHour, OptionalDouble wattsPerCore, OptionalDouble gramsPerKilowattHour) {
  /** Nothing is known. */
  public static final SiteTerms UNKNOWN = new SiteTerms(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  /** Checks the ranges. */
  public SiteTerms {
    CostLimits.check("the price of a core hour", usdPerCoreHour.orElse(0), CostLimits.MOST_USD_PER_CORE_HOUR);
    CostLimits.check("the power of a core", wattsPerCore.orElse(0), CostLimits.MOST_ENERGY);
    CostLimits.check("the carbon dioxide of a kilowatt hour", gramsPerKilowattHour.orElse(0), CostLimits.MOST_ENERGY);
  }
}
