package dev.terra.node.agent;

import dev.terra.api.v1.FetchOffer;
import dev.terra.node.output.ShuffleName;

/** An offer, and what its agent has to have heard of its shuffle before: the shuffle's name and user. */
public record OfferedFetch(FetchOffer offer, ShuffleName shuffle, String user) {}
