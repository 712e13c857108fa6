package dev.terra.sim.placement;

import java.util.Locale;

/** How the sites of stages that read shuffles are chosen. */
public enum PlacementName {
  /** The sites that the trace names. */
  STOCK,
  /** All sites, with the same number of tasks; where they do not divide, sites have one more in turn. */
  BALANCED,
  /** The sites that have the input, in proportion to it. */
  DATA,
  /** The sites with which the shuffle takes the least time on the WAN by itself: {@link dev.terra.schedule.place.ReducerPlacement}. */
  TERRA;

  /**
   * The placement that commands call so.
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
