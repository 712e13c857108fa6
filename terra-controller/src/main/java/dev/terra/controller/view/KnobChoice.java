package dev.terra.controller.view;

import java.util.Locale;

/**
 * Settings that a run of a recurring job may have.
 *
 * @param compressed whether agents that compress chunks do so for the run
 * @param usdPerHour the value of an hour in US dollars for the choice of paths, at least 0; infinite if time alone counts
 */
public record KnobChoice(boolean compressed, double usdPerHour) {
  @Override
  public String toString() {
    return "compression " + (compressed ? "as agents do it" : "off") + ", "
        + (Double.isInfinite(usdPerHour) ? "fastest paths" : String.format(Locale.ROOT, "an hour worth $ %.4g", usdPerHour));
  }
}
