package dev.terra.rest.audit;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of the audit log. */
@Doc("A change, or an attempt to make one.")
public record AuditRow(
    @Doc("When.") Instant at,
    @Doc("The name of its token or certificate.") String who,
    @Doc("What it may do.") String role,
    @Doc("Its address.") String remote,
    @Doc("The method.") String method,
    @Doc("The path.") String path,
    @Doc(value = "Such as drain-link; null if it was refused before that was known.", nullable = true) @Nullable String action,
    @Doc(value = "What it was about.", nullable = true) @Nullable String target,
    @Doc("What it changed, as it was.") Map<String, String> before,
    @Doc("The same afterwards.") Map<String, String> after,
    @Doc(value = "How it went; unknown: the controller has not said yet, and a later line does once it has.", oneOf = {"done", "refused",
        "unknown"}) String outcome,
    @Doc("The HTTP status.") int status,
    @Doc(value = "The reason that was given, or why it was refused.", nullable = true) @Nullable String detail) {}
