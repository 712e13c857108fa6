package dev.terra.agent.view;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of a tunnel that begins here, labelled with its {@code path}, such as {@code A-C-B}. */
public enum TunnelMetric implements DescribedMetric<AgentView.TunnelState> {
  CONNECTIONS(MetricDescription.gauge("connections", "Connections of the tunnel that can be used; none while it is down.",
      AgentView.TunnelState::connections)),
  ROUND_TRIP(MetricDescription.gauge("microseconds", "Its round-trip time; 0 while it is down.", AgentView.TunnelState::rttMicros)),
  DELIVERED_BYTES(MetricDescription.counter("bytes", "Bytes that have arrived over it and are acknowledged, those of compressed "
      + "chunks as they were on links; their rate is what it carries.", AgentView.TunnelState::carriedBytes));

  @SuppressWarnings("ImmutableEnumChecker") // readings have no state
  private final MetricDescription<AgentView.TunnelState> description;

  TunnelMetric(MetricDescription<AgentView.TunnelState> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "tunnel";
  }

  @Override
  public MetricDescription<AgentView.TunnelState> description() {
    return description;
  }
}
