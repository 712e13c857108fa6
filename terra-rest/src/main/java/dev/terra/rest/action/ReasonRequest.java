package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** A request that holds only a reason. */
@Body
@Doc("The reason for an action.")
public record ReasonRequest(@Doc(value = "The reason, for the audit log.", nullable = true, most = 500) @Nullable String reason) {}
