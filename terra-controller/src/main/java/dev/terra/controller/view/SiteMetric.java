package dev.terra.controller.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figures of a site's agent as the controller sees it, labelled with {@code site}. */
@SuppressWarnings("ImmutableEnumChecker") // readings are lambdas without state
public enum SiteMetric implements Metric {
  AGENT_LIVE("0 or 1", "Whether the site's agent is there and speaks.", agent -> agent.live() ? 1 : 0),
  PLANNED_TUNNELS("tunnels", "Tunnels that the site's agent is to keep.", AgentFigures::plannedTunnels),
  TUNNELS_UP("tunnels", "Of those the ones of which it says that they are up.", AgentFigures::tunnelsUp);

  private final String unit;
  private final String sentence;
  private final ToDoubleFunction<AgentFigures> reading;

  SiteMetric(String unit, String sentence, ToDoubleFunction<AgentFigures> reading) {
    this.unit = unit;
    this.sentence = sentence;
    this.reading = reading;
  }

  @Override
  public String id() {
    return "site." + name().toLowerCase(Locale.ROOT).replace('_', '-');
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

  /** Its value of an agent. */
  public double read(AgentFigures agent) {
    return reading.applyAsDouble(agent);
  }
}
