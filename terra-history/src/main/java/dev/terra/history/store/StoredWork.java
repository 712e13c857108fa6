package dev.terra.history.store;

import dev.terra.controller.view.AgentSession;
import dev.terra.core.cost.WorkCost;

/**
 * How much more an agent has worked than is written.
 *
 * @param atMillis since 1970: on that day (UTC) it counts
 * @param session of the agent
 * @param countedMicros what the agent has counted since it started, this included
 */
public record StoredWork(long atMillis, AgentSession session, long countedMicros, WorkCost cost) {}
