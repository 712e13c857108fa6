package dev.terra.core.wan;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What work costs at a site. Empty where it is not known; else at least 0.
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
    check("the price of a core hour", usdPerCoreHour);
    check("the power of a core", wattsPerCore);
    check("the carbon dioxide of a kilowatt hour", gramsPerKilowattHour);
  }

  private static void check(String what, OptionalDouble value) {
    Objects.requireNonNull(value, what);
    if (value.isPresent() && !(value.getAsDouble() >= 0 && Double.isFinite(value.getAsDouble()))) {
      throw new IllegalArgumentException(what + " must be 0 or more, got " + value.getAsDouble());
    }
  }
}
