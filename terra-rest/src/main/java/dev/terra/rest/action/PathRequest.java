package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** Forbids a path, or allows it again. */
@Body
@Doc("Forbids a path, or allows it again.")
public record PathRequest(
    @Doc(value = "The path, such as NY:LA:BA.", most = 4096) String path,
    @Doc(value = "The reason, for the audit log.", nullable = true, most = 500) @Nullable String reason) {}
