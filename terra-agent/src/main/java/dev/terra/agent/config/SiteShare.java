package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import dev.terra.core.slice.Slices;

/**
 * The part of a site that an agent carries.
 *
 * @param agents how many agents share the site
 * @param slice the number of the agent's slice, from 0 to {@code agents} - 1
 */
public record SiteShare(int agents, int slice) {
  /** The share of the only agent of a site. */
  public static final SiteShare WHOLE = new SiteShare(1, 0);
  /** The distance between the ports of one slice and those of the next. */
  static final int PORT_STEP = 10;

  /** Checks the range. */
  public SiteShare {
    if (agents < 1 || agents > Slices.MOST) {
      throw ConfigException.ofKey("agentsPerSite", "expected 1 to " + Slices.MOST + ", got " + agents);
    }
    if (slice < 0 || slice >= agents) {
      throw new IllegalArgumentException("expected a slice from 0 to " + (agents - 1) + ", got " + slice);
    }
  }

  /** Returns what is added to an agent's ports. */
  int portOffset() {
    return slice * PORT_STEP;
  }
}
