package dev.terra.node.agent;

import dev.terra.api.v1.FetchOffer;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeShuffle;

/** An offer, and what has to be reported to its agent before: the shuffle, and the job that it belongs to. */
public record OfferedFetch(FetchOffer offer, ActiveJob job, NodeShuffle shuffle) {}
