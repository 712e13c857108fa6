package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An agent that has sent a hello.
 *
 * @param live whether its stream is open and it sends reports
 * @param joinedSeconds when it joined, in seconds since the controller started
 * @param lostSeconds when it was lost, if it was
 * @param reason why it was lost; empty if it is live
 * @param plannedTunnels how many tunnels it is to keep
 * @param tunnels the tunnels that it has reported, in the order of their paths
 * @param handlers the handlers of its site that it has reported
 * @param fetches how many fetches it serves to handlers at present
 * @param slices each agent of the site by itself; only this agent, if there are no others
 * @param waits how long readers have waited for fetches since the agent started
 */
public record AgentFigures(
    AgentId id, boolean live, double joinedSeconds, OptionalDouble lostSeconds, String reason, int plannedTunnels,
    ImmutableList<TunnelFigures> tunnels, ImmutableList<HandlerFigures> handlers, int fetches,
    ImmutableList<SliceFigures> slices, FetchWaits waits) {
  /** Returns several agents of one site as one. A tunnel is up if it is up at any of them, and the agent is live if all of them are. */
  public static AgentFigures together(List<AgentFigures> agents) {
    if (agents.size() == 1) {
      return agents.get(0);
    }
    AgentFigures worst = agents.stream().filter(agent -> !agent.live).findFirst().orElse(agents.get(0));
    SortedMap<String, TunnelFigures> tunnels = new TreeMap<>();
    agents.forEach(agent -> agent.tunnels.forEach(tunnel -> tunnels.merge(tunnel.path().toString(), tunnel, TunnelFigures::with)));
    return new AgentFigures(worst.id, worst.live, worst.joinedSeconds, worst.lostSeconds, worst.reason, worst.plannedTunnels,
        ImmutableList.copyOf(tunnels.values()), worst.handlers, agents.stream().mapToInt(AgentFigures::fetches).sum(),
        agents.stream().flatMap(agent -> agent.slices.stream()).collect(ImmutableList.toImmutableList()),
        agents.stream().map(AgentFigures::waits).reduce(FetchWaits.NONE, FetchWaits::plus));
  }

  /** Returns why everything that a handler of the site serves takes the stock path; empty if it does not. */
  public String whyStock(HandlerFigures handler) {
    return handler.stockReason().isEmpty() && !live ? "the agent of " + id.site() + " is lost: " + reason : handler.stockReason();
  }

  /** Returns how many of the agent's tunnels are up. */
  public int tunnelsUp() {
    return (int) tunnels.stream().filter(TunnelFigures::up).count();
  }
}
