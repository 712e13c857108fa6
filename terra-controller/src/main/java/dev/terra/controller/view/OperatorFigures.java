package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.path.PathRules;

/**
 * The effects of operators' actions.
 *
 * @param rules the links and paths that are forbidden, and how many paths there are
 * @param drainedLinks links over which nothing is planned
 * @param drainedSites sites through which nothing is relayed
 * @param drainedAgents sites from, to and through which nothing is planned
 * @param drainedOneByOne agents whose part of their site other agents carry
 * @param actions the newest actions, oldest first
 */
public record OperatorFigures(
    PathRules rules, ImmutableSet<LinkId> drainedLinks, ImmutableSet<SiteId> drainedSites, ImmutableSet<SiteId> drainedAgents,
    ImmutableSet<AgentId> drainedOneByOne, ImmutableList<ActionFigures> actions) {
  /** The state without any action. */
  public static final OperatorFigures NONE = new OperatorFigures(
      PathRules.defaults(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(), ImmutableSet.of(), ImmutableList.of());
}
