package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.util.List;

/** Forbids a path, or allows it again. */
@Body
@Doc("Forbids a path, or allows it again.")
public record PathRequest(
    @Doc(value = "Its sites, such as [NY, LA, BA].", most = 64) List<String> path,
    @Doc(value = "Why, for the record.", nullable = true, most = 500) String reason) {}
