package dev.terra.history.store;

import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.SiteId;

/**
 * How much more an agent has worked than is written.
 *
 * @param atMillis since 1970: on that day (UTC) it counts
 * @param session of the agent, another one after every start
 * @param countedMicros what the agent has counted since it started, this included
 */
public record StoredWork(long atMillis, long session, SiteId site, long countedMicros, WorkCost cost) {}
