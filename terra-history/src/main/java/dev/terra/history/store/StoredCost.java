package dev.terra.history.store;

import dev.terra.core.cost.PathCost;
import java.util.Optional;

/**
 * What the bytes of a shuffle that is over cost on one path.
 *
 * @param endMillis when the shuffle was over, since 1970: on that day they count
 * @param queue of its job, where it is known
 * @param job its own id where it stands alone
 */
public record StoredCost(long endMillis, String shuffle, Optional<String> queue, String job, PathCost cost) {}
