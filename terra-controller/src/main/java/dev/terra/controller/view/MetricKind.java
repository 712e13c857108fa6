package dev.terra.controller.view;

/** How a metric moves. */
public enum MetricKind {
  /** Never goes back while a controller runs. */
  COUNTER,
  /** Goes up and down. */
  GAUGE
}
