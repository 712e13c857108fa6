package dev.terra.rest.audit;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of the audit log. */
@Doc("A change, or an attempt to make one.")
public record AuditRow(
    @Doc("When the request was made.") Instant at,
    @Doc("The name of the caller's token or certificate.") String who,
    @Doc("The caller's role.") String role,
    @Doc("The caller's address.") String remote,
    @Doc("The HTTP method.") String method,
    @Doc("The path of the request.") String path,
    @Doc(value = "The kind of action, such as drain-link; null if the request was refused before that was known.", nullable = true)
        @Nullable String action,
    @Doc(value = "The link, site, path, shuffle, job or queue of the action.", nullable = true) @Nullable String target,
    @Doc("The values that it changed, before the action.") Map<String, String> before,
    @Doc("The same values after the action.") Map<String, String> after,
    @Doc(value = "The outcome. Unknown: the controller has not answered yet; once it has, a later line has the outcome.",
        oneOf = {"done", "refused", "unknown"}) String outcome,
    @Doc("The HTTP status of the answer.") int status,
    @Doc(value = "The operator's reason, or why the request was refused.", nullable = true) @Nullable String detail) {}
