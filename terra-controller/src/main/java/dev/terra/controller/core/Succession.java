package dev.terra.controller.core;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.slice.SliceId;
import java.util.List;

/**
 * The first moments of an elected controller. Agents still follow the schedule of the previous leader. A schedule that is computed from
 * only some of the running shuffles would stop the others. So this controller computes none until an agent of every site has reported
 * everything. It waits for a site without an agent until {@link HostBook#SUCCESSION_TICKS} after the last agent came. It waits for a live
 * agent that has not reported everything yet, but in total not longer than a lease.
 */
final class Succession {
  private final List<SliceId> slices;
  private final AgentBook agents;
  private final RoundTimer timer;
  private final int leaseTicks;
  private int ticks;
  private int ticksSinceJoin;
  private boolean over;

  /** Begins the succession of a controller that starts. */
  Succession(ControllerSettings settings, AgentBook agents, RoundTimer timer) {
    this.slices = settings.wan().sites().stream()
        .flatMap(site -> settings.slices().numbers().mapToObj(slice -> new SliceId(site.id(), slice))).toList();
    this.agents = agents;
    this.timer = timer;
    this.leaseTicks = (int) (settings.leaseMillis() / ProtocolTiming.BEAT.millis());
    this.over = !settings.leadership().isElected();
    if (!over) {
      timer.hold();
    }
  }

  /** Returns whether the schedule of the previous leader may still be taken over. */
  boolean isOpen() {
    return !over;
  }

  /** Notes that an agent has joined. */
  void joined() {
    ticksSinceJoin = 0;
  }

  /** Notes that an agent has reported everything. The succession ends if all have. */
  void toldAll() {
    if (slices.stream().allMatch(agents::hasToldAll)) {
      end();
    }
  }

  /** Counts a tick. Ticks are counted instead of time, so that a stall of this process does not look like silence of all agents. */
  void tick() {
    ticks++;
    ticksSinceJoin++;
    boolean allThereTold = agents.live().stream().allMatch(AgentState::hasToldAll);
    if (ticks >= leaseTicks || (allThereTold && ticksSinceJoin >= HostBook.SUCCESSION_TICKS)) {
      end();
    }
  }

  /** Ends the succession. The first schedule is then computed from what is known. */
  void end() {
    over = true;
    timer.release();
  }
}
