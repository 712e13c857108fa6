package dev.terra.controller.core;

import dev.terra.core.wan.SiteId;
import java.util.List;

/**
 * The first moments of a controller that was elected. Agents go by the schedule of the leader before, so that it makes no schedule until
 * an agent of every site has told it everything, or {@link ControllerLimits#SUCCESSION_NANOS} are over: one that is made from a part of
 * what runs would stop the rest.
 */
final class Succession {
  private final List<SiteId> sites;
  private final AgentBook agents;
  private final RoundTimer timer;
  private boolean over;

  /** Of a controller that begins at time 0. */
  Succession(ControllerSettings settings, AgentBook agents, RoundTimer timer) {
    this.sites = settings.wan().sites().stream().map(site -> site.id()).toList();
    this.agents = agents;
    this.timer = timer;
    this.over = !settings.leadership().isElected();
    if (!over) {
      timer.hold(ControllerLimits.SUCCESSION_NANOS);
    }
  }

  /** Whether the schedule of the leader before may still be taken over. */
  boolean isOpen() {
    return !over;
  }

  /** An agent has told everything. */
  void toldAll() {
    if (!over && sites.stream().allMatch(agents::hasToldAll)) {
      over = true;
      timer.release();
    }
  }

  /** A round begins, whatever is known. */
  void roundBegins() {
    over = true;
  }
}
