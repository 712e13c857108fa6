package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** Sets how many paths there are between two sites. */
@Body
@Doc("Sets how many paths, and so tunnels, there are between two sites.")
public record PathsPerPairRequest(
    @Doc(value = "How many paths each ordered pair of sites has.", min = 1, max = 64) int pathsPerPair,
    @Doc(value = "The reason, for the audit log.", nullable = true, most = 500) @Nullable String reason) {}
