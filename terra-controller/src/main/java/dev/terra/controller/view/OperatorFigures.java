package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.path.PathRules;

/**
 * What the operator wants.
 *
 * @param rules the links and paths that are forbidden, and how many paths there are
 * @param drainedLinks over which nothing is planned
 * @param drainedSites through which nothing is relayed
 * @param drainedAgents from, to and through which nothing is planned
 * @param drainedOneByOne agents whose part of their site others carry
 * @param actions the newest ones, oldest first
 */
public record OperatorFigures(
    PathRules rules, ImmutableSet<LinkId> drainedLinks, ImmutableSet<SiteId> drainedSites, ImmutableSet<SiteId> drainedAgents,
    ImmutableSet<AgentId> drainedOneByOne, ImmutableList<ActionFigures> actions) {
  /** Nothing but the ordinary. */
  public static final OperatorFigures NONE = new OperatorFigures(
      PathRules.defaults(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(), ImmutableList.of());
}
