package dev.terra.history.store;

import dev.terra.controller.view.AgentSession;
import dev.terra.core.cost.WorkCost;

/**
 * The work of an agent that the history does not hold yet.
 *
 * @param atMillis when the row is written, in milliseconds since 1970; the work counts on that day (UTC)
 * @param session the agent's session
 * @param countedMicros the agent's counter since its start, including this work
 */
public record StoredWork(long atMillis, AgentSession session, long countedMicros, WorkCost cost) {}
