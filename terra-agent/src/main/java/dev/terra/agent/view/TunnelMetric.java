package dev.terra.agent.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figures of a tunnel that begins here, labelled with its {@code path}, such as {@code A-C-B}. */
@SuppressWarnings("ImmutableEnumChecker") // readings are method references without state
public enum TunnelMetric implements Metric {
  CONNECTIONS("connections", "Connections of the tunnel that can be used; none while it is down.", AgentView.TunnelState::connections),
  ROUND_TRIP("microseconds", "Its round-trip time; 0 while it is down.", AgentView.TunnelState::rttMicros);

  private final String unit;
  private final String sentence;
  private final ToDoubleFunction<AgentView.TunnelState> reading;

  TunnelMetric(String unit, String sentence, ToDoubleFunction<AgentView.TunnelState> reading) {
    this.unit = unit;
    this.sentence = sentence;
    this.reading = reading;
  }

  @Override
  public String id() {
    return "tunnel." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String unit() {
    return unit;
  }

  @Override
  public MetricKind kind() {
    return MetricKind.GAUGE;
  }

  @Override
  public String sentence() {
    return sentence;
  }

  /** Its value of a tunnel. */
  double read(AgentView.TunnelState tunnel) {
    return reading.applyAsDouble(tunnel);
  }
}
