package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An agent that has said hello.
 *
 * @param live whether its stream is there and it speaks
 * @param joinedSeconds since when, since the controller started
 * @param lostSeconds when it was lost, if it was
 * @param reason why it was lost; empty if it is live
 * @param plannedTunnels how many tunnels it is to keep
 * @param tunnels those that it has reported, in the order of their paths
 * @param handlers those of its site that it has reported
 * @param fetches how many it serves to them now
 * @param slices each agent of the site by itself; itself, where there are no others
 * @param waits what readers have waited for fetches since it started
 */
public record AgentFigures(
    AgentId id, boolean live, double joinedSeconds, OptionalDouble lostSeconds, String reason, int plannedTunnels,
    ImmutableList<TunnelFigures> tunnels, ImmutableList<HandlerFigures> handlers, int fetches,
    ImmutableList<SliceFigures> slices, FetchWaits waits) {
  /** Several agents of one site as one: a tunnel is up if that of any is, and all have to be there. */
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

  /** Why all that a handler of its site serves takes the stock path; empty if it does not. */
  public String whyStock(HandlerFigures handler) {
    return handler.stockReason().isEmpty() && !live ? "the agent of " + id.site() + " is lost: " + reason : handler.stockReason();
  }

  /** How many of its tunnels are up. */
  public int tunnelsUp() {
    return (int) tunnels.stream().filter(TunnelFigures::up).count();
  }
}
