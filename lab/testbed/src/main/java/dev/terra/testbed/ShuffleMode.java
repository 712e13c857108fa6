package dev.terra.testbed;

import java.util.Locale;

/** Which shuffle handler the NodeManagers run. */
public enum ShuffleMode {
  /** Hadoop's own. */
  STOCK,
  /** Terra's, with a controller and an agent per site. */
  TERRA;

  /** Its name in output and in names of files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
