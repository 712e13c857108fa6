package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The terms on which shuffles are to be served. */
@Body
@Doc("New terms of shuffles; a term that is left out stays as it is.")
public record TermsRequest(
    @Doc(value = "The weight of the shuffles; the default is 1.", nullable = true, min = 0.001, max = 1000) @Nullable Double weight,
    @Doc(value = "The priority of the shuffles. Higher priorities are served before all lower ones; the default is 0.", nullable = true,
        min = -100, max = 100)
        @Nullable Integer priority,
    @Doc(value = "The time by which the shuffles should be done; not for a queue.", nullable = true) @Nullable Instant deadlineAt,
    @Doc(value = "The deadline in seconds from now, in place of deadlineAt.", nullable = true, min = 0, max = 1e9)
        @Nullable Double deadlineSeconds,
    @Doc(value = "The reason, for the audit log.", nullable = true, most = 500) @Nullable String reason) {}
