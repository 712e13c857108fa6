package dev.terra.controller.view;

import dev.terra.core.wan.SiteId;

/**
 * The session of an agent, from its start to its end.
 *
 * @param number the number that the agent chose at its start; agents of two sites may have chosen the same number
 */
public record AgentSession(SiteId site, long number) {}
