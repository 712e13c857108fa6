package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** Says no more than why. */
@Body
@Doc("Says why, for the record.")
public record ReasonRequest(@Doc(value = "Why.", nullable = true, most = 500) @Nullable String reason) {}
