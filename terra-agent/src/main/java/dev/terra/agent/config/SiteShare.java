package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import dev.terra.core.slice.Slices;

/**
 * What an agent carries of its site.
 *
 * @param agents how many agents share the site
 * @param slice from 0 to one less
 */
public record SiteShare(int agents, int slice) {
  /** Everything. */
  public static final SiteShare WHOLE = new SiteShare(1, 0);
  /** Each slice has ports of its own, so much above those of the one before. */
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

  /** What is added to a process's ports. */
  int portOffset() {
    return slice * PORT_STEP;
  }
}
