package dev.terra.core.view;

/** The ways in which a metric moves. */
public enum MetricKind {
  /** A value that never falls while the process runs. */
  COUNTER,
  /** A value that rises and falls. */
  GAUGE,
  /** A distribution of durations: buckets, a sum and a count, none of which falls while the process runs. */
  HISTOGRAM
}
