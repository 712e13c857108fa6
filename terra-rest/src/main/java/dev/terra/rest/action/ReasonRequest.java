package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** A request that holds only a reason. */
@Body
@Doc("Says why, for the record.")
public record ReasonRequest(@Doc(value = "Why.", nullable = true, most = 500) @Nullable String reason) {}
