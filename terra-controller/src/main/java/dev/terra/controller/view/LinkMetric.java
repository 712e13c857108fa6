package dev.terra.controller.view;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of one direction of a link, labelled with {@code from} and {@code to}. */
public enum LinkMetric implements DescribedMetric<LinkFigures> {
  UP(MetricDescription.gauge("0 or 1", "Whether the link carries anything.", link -> link.up() ? 1 : 0)),
  CAPACITY(MetricDescription.gauge("bytes/s", "The link's capacity in the topology file.", link -> link.nominal().bytesPerSecond())),
  MEASURED_CAPACITY(MetricDescription.gauge("bytes/s",
      "The link's last measured capacity; the capacity in the topology file if it has not been measured.",
      link -> link.measured().map(MeasuredCapacity::capacity).orElse(link.nominal()).bytesPerSecond())),
  ALLOCATED(MetricDescription.gauge("bytes/s", "The sum of the rates that the last schedule gave to bundles on the link.",
      link -> link.allocated().bytesPerSecond())),
  CARRIED(MetricDescription.gauge("bytes/s",
      "What tunnels carry over the link, IP bytes, as agents measured it in the last second or two.",
      link -> link.carried().bytesPerSecond())),
  LEFT(MetricDescription.gauge("bytes/s",
      "The capacity that schedules leave to small fetches according to measurements, IP bytes, without the share that is always kept for "
          + "jobs.",
      link -> link.left().bytesPerSecond()));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<LinkFigures> description;

  LinkMetric(MetricDescription<LinkFigures> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "link";
  }

  @Override
  public MetricDescription<LinkFigures> description() {
    return description;
  }
}
