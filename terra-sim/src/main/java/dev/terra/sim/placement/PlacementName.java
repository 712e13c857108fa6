package dev.terra.sim.placement;

import java.util.Locale;

/** How the sites of stages that read shuffles are chosen. */
public enum PlacementName {
  /** As the trace has them. */
  STOCK,
  /** As many at each site; where they do not divide, sites have one more in turn. */
  BALANCED,
  /** In proportion to the input that each site has. */
  DATA,
  /** So that the shuffle takes the least time on the WAN by itself: {@link dev.terra.schedule.place.ReducerPlacement}. */
  TERRA;

  /**
   * A name as commands have it.
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
