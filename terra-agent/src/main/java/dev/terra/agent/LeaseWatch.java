package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;

/** Notes when a controller's lease runs out. On the agent's thread. */
final class LeaseWatch {
  private final ControlClient control;
  private final Events events;
  private boolean withinLease;

  LeaseWatch(ControlClient control, Events events) {
    this.control = control;
    this.events = events;
  }

  /** To be called every 100 ms. */
  void tick() {
    boolean within = control.isWithinLease();
    if (withinLease && !within) {
      events.add(AgentEventKind.LEASE_EXPIRED, "controller", "tunnels are shared equally, new fetches take the stock path");
    }
    withinLease = within;
  }
}
