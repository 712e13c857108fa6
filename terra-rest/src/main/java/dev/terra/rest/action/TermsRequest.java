package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The terms on which shuffles are to be served. */
@Body
@Doc("Says on which terms shuffles are served; what is left out stays as it is.")
public record TermsRequest(
    @Doc(value = "Their share of importance; 1 is ordinary.", nullable = true, min = 0.001, max = 1000) @Nullable Double weight,
    @Doc(value = "Higher ones are served before all others; 0 is ordinary.", nullable = true, min = -100, max = 100)
        @Nullable Integer priority,
    @Doc(value = "By when they should be done; not of a queue.", nullable = true) @Nullable Instant deadlineAt,
    @Doc(value = "The same, seconds from now.", nullable = true, min = 0, max = 1e9) @Nullable Double deadlineSeconds,
    @Doc(value = "Why, for the record.", nullable = true, most = 500) @Nullable String reason) {}
