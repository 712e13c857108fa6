package dev.terra.controller.view;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of one direction of a link, labelled with {@code from} and {@code to}. */
public enum LinkMetric implements DescribedMetric<LinkFigures> {
  UP(MetricDescription.gauge("0 or 1", "Whether the link carries anything.", link -> link.up() ? 1 : 0)),
  CAPACITY(MetricDescription.gauge("bytes/s", "What the link can carry by the topology.", link -> link.nominal().bytesPerSecond())),
  MEASURED_CAPACITY(MetricDescription.gauge("bytes/s",
      "What the link was last found to carry; what it can carry by the topology where it has not been measured.",
      link -> link.measured().map(MeasuredCapacity::capacity).orElse(link.nominal()).bytesPerSecond())),
  ALLOCATED(MetricDescription.gauge("bytes/s", "The rates that the last schedule gave to all bundles on the link.",
      link -> link.allocated().bytesPerSecond())),
  CARRIED(MetricDescription.gauge("bytes/s",
      "What tunnels bring over the link, IP bytes, as agents measured it in the last second or two.",
      link -> link.carried().bytesPerSecond())),
  LEFT(MetricDescription.gauge("bytes/s",
      "What plans leave of the link to small fetches, IP bytes, as these were measured; what is left to jobs in any case is not counted.",
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
