package dev.terra.testbed;

/** Which shuffle handler the NodeManagers run. */
public enum ShuffleMode implements Labelled {
  /** Hadoop's own. */
  STOCK,
  /** Terra's, with a controller and an agent per site. */
  TERRA;
}
