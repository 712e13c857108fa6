package dev.terra.core.view;

/** How a metric moves. */
public enum MetricKind {
  /** Never goes back while the process runs. */
  COUNTER,
  /** Goes up and down. */
  GAUGE,
  /** How often something took how long: buckets, a sum and a count, none of which goes back while the process runs. */
  HISTOGRAM
}
