package dev.terra.controller.view;

import dev.terra.core.wan.SiteId;

/**
 * An agent from a start to its end.
 *
 * @param number chosen by the agent at its start; agents of two sites may have chosen the same
 */
public record AgentSession(SiteId site, long number) {}
