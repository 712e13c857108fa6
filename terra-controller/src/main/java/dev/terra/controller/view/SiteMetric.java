package dev.terra.controller.view;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of a site's agent as the controller sees it, labelled with {@code site}. */
public enum SiteMetric implements DescribedMetric<AgentFigures> {
  AGENT_LIVE(MetricDescription.gauge("0 or 1", "Whether the site's agent is connected and sends reports.", agent -> agent.live() ? 1 : 0)),
  PLANNED_TUNNELS(MetricDescription.gauge("tunnels", "Tunnels that the site's agent has to keep open.", AgentFigures::plannedTunnels)),
  TUNNELS_UP(MetricDescription.gauge("tunnels", "Tunnels that the site's agent reports as up.", AgentFigures::tunnelsUp));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<AgentFigures> description;

  SiteMetric(MetricDescription<AgentFigures> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "site";
  }

  @Override
  public MetricDescription<AgentFigures> description() {
    return description;
  }
}
