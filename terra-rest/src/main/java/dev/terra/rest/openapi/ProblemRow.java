package dev.terra.rest.openapi;

import dev.terra.rest.api.Doc;
import org.jspecify.annotations.Nullable;

/** The body of an error answer. */
@Doc("Why a request is not answered as it asked (RFC 9457).")
public record ProblemRow(
    @Doc("Always about:blank: the status says which kind it is.") String type,
    @Doc("The status in words.") String title,
    @Doc("The HTTP status.") int status,
    @Doc("What is wrong, and what to do.") String detail,
    @Doc("The path that was asked for.") String instance,
    @Doc(value = "The parameter, or the member of the body, that is wrong.", nullable = true) @Nullable String parameter) {}
