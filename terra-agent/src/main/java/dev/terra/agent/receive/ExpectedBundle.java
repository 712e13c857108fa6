package dev.terra.agent.receive;

import dev.terra.core.shuffle.BundleId;

/**
 * A bundle of which not all that was announced is here.
 *
 * @param stirred whether bytes ahead of any request, or a description, have come of late
 * @param takesMore whether its site may push ahead more: the segments that it has pushed already are not too many
 */
public record ExpectedBundle(BundleId id, boolean stirred, boolean takesMore) {}
