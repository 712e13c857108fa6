package dev.terra.rest.openapi;

import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** The body of an error answer. */
@Doc("Why a request failed (RFC 9457).")
public record ProblemRow(
    @Doc("Always about:blank, which means that the status alone distinguishes problems.") String type,
    @Doc("The status in words.") String title,
    @Doc("The HTTP status.") int status,
    @Doc("What is wrong, and what to do.") String detail,
    @Doc("The path of the request.") String instance,
    @Doc(value = "The parameter, or the member of the body, that is wrong.", nullable = true) @Nullable String parameter) {}
