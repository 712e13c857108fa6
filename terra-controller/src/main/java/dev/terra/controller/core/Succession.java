package dev.terra.controller.core;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.core.slice.SliceId;
import java.util.List;

/**
 * The first moments of a controller that was elected. Agents go by the schedule of the leader before, and a schedule that is made from a
 * part of what runs would stop the rest. So it makes none until an agent of every site has told it everything. A site whose agent does not
 * come is waited for {@link HostBook#SUCCESSION_TICKS} after the last one that came; an agent that is there and has not told
 * everything yet for as long as it speaks, but not longer than a lease.
 */
final class Succession {
  private final List<SliceId> slices;
  private final AgentBook agents;
  private final RoundTimer timer;
  private final int leaseTicks;
  private int ticks;
  private int ticksSinceJoin;
  private boolean over;

  /** The succession of a controller that begins now. */
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

  /** Whether the schedule of the leader before may still be taken over. */
  boolean isOpen() {
    return !over;
  }

  /** An agent has come. */
  void joined() {
    ticksSinceJoin = 0;
  }

  /** An agent has told everything. */
  void toldAll() {
    if (slices.stream().allMatch(agents::hasToldAll)) {
      end();
    }
  }

  /** A beat is over; ticks are counted instead of time, so that a stall of this process is not taken for silence of all agents. */
  void tick() {
    ticks++;
    ticksSinceJoin++;
    boolean allThereTold = agents.live().stream().allMatch(AgentState::hasToldAll);
    if (ticks >= leaseTicks || (allThereTold && ticksSinceJoin >= HostBook.SUCCESSION_TICKS)) {
      end();
    }
  }

  /** The first schedule is made from what is known. */
  void end() {
    over = true;
    timer.release();
  }
}
