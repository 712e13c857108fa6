package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.AgentId;
import java.util.OptionalDouble;

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
 */
public record AgentFigures(
    AgentId id, boolean live, double joinedSeconds, OptionalDouble lostSeconds, String reason, int plannedTunnels,
    ImmutableList<TunnelFigures> tunnels, ImmutableList<HandlerFigures> handlers, int fetches) {
  /** Why all that a handler of its site serves takes the stock path; empty if it does not. */
  public String whyStock(HandlerFigures handler) {
    return handler.stockReason().isEmpty() && !live ? "the agent of " + id.site() + " is lost: " + reason : handler.stockReason();
  }

  /** How many of its tunnels are up. */
  public int tunnelsUp() {
    return (int) tunnels.stream().filter(TunnelFigures::up).count();
  }
}
