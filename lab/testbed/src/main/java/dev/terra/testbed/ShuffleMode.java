package dev.terra.testbed;

/** The shuffle handler that the NodeManagers run. */
public enum ShuffleMode implements Labelled {
  /** Hadoop's own handler. */
  STOCK,
  /** Terra's handler, with a controller and an agent per site. */
  TERRA;
}
