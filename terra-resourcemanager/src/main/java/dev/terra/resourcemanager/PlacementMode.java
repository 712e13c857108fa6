package dev.terra.resourcemanager;

import java.util.Locale;

/** How the controller's advice is used. */
enum PlacementMode {
  /** Advice is neither requested nor used. */
  OFF,
  /** Advice is logged, but every request is passed on unchanged. */
  OBSERVE,
  /** Requests are changed by the advice. */
  ON;

  /** The property that sets the mode. */
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
