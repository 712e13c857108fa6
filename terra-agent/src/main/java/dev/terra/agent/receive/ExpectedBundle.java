package dev.terra.agent.receive;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;

/**
 * A bundle of which not all that was announced is here.
 *
 * @param from the sending site
 * @param stirred whether bytes ahead of any request, or a description, have come of late
 * @param takesMore whether its site may push ahead more: the segments that it has pushed already are not too many
 */
public record ExpectedBundle(SiteId from, ShuffleId shuffle, boolean stirred, boolean takesMore) {}
