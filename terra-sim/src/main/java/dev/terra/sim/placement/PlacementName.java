package dev.terra.sim.placement;

import java.util.Locale;

/** The rules by which sites are chosen for stages that read shuffles. */
public enum PlacementName {
  /** Stages run at the sites that the trace names. */
  STOCK,
  /** Stages run at all sites with the same number of tasks; where the number of tasks is not divisible, sites get one more in turn. */
  BALANCED,
  /** Stages run at the sites that have the input, in proportion to it. */
  DATA,
  /**
   * Stages run at the sites with which the shuffle, alone on the WAN, takes the least time:
   * {@link dev.terra.schedule.place.ReducerPlacement}.
   */
  TERRA;

  /**
   * Returns the placement with this name in commands.
   *
   * @throws IllegalArgumentException if there is no such placement
   */
  public static PlacementName of(String text) {
    for (PlacementName name : values()) {
      if (name.toString().equals(text)) {
        return name;
      }
    }
    throw new IllegalArgumentException("placement is stock, balanced, data or terra, got '" + text + "'");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
