package dev.terra.history.store;

import dev.terra.core.cost.PathCost;
import java.util.Optional;

/**
 * The cost of the bytes that a shuffle that is over sent on one path.
 *
 * @param endMillis when the shuffle was over, in milliseconds since 1970; the cost counts on that day
 * @param queue the queue of its job, where it is known
 * @param job the job's id; the shuffle's own id if it belongs to no group
 */
public record StoredCost(long endMillis, String shuffle, Optional<String> queue, String job, PathCost cost) {}
