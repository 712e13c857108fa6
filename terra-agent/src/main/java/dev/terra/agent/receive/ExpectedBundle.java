package dev.terra.agent.receive;

import dev.terra.core.shuffle.BundleId;

/**
 * A bundle of which not everything that was announced has arrived.
 *
 * @param stirred whether bytes that were not requested, or a description, have arrived recently
 * @param takesMore whether its site may push ahead more, as the segments that it has pushed already are not too many
 */
public record ExpectedBundle(BundleId id, boolean stirred, boolean takesMore) {}
