package dev.terra.controller.core.agent;

import dev.terra.core.slice.Slices;

/**
 * What agents have to keep to.
 *
 * @param leaseMillis how long they keep their rates without hearing from the controller
 * @param slices among which the agents of every site divide its work
 */
public record AgentRules(int leaseMillis, Slices slices) {}
