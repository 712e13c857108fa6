package dev.terra.resourcemanager;

import java.util.Locale;

/** What is done with advice. */
enum PlacementMode {
  /** Nothing, and none is asked for. */
  OFF,
  /** It is logged; every request is passed on as it came. */
  OBSERVE,
  /** Requests are changed as it says. */
  ON;

  /** The property that says which. */
  static final String KEY = "terra.placement.mode";

  static PlacementMode of(String text) {
    for (PlacementMode mode : values()) {
      if (mode.toString().equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(KEY + ": expected off, observe or on, got '" + text + "'");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
