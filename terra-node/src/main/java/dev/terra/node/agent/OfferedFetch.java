package dev.terra.node.agent;

import dev.terra.api.v1.FetchOffer;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeShuffle;

/** An offer, and what its agent has to have heard of before: the shuffle, and whose it is. */
public record OfferedFetch(FetchOffer offer, ActiveJob job, NodeShuffle shuffle) {}
