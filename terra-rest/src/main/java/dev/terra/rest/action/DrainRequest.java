package dev.terra.rest.action;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;

/** Takes a link out of use, or back in. */
@Body
@Doc("Takes a link out of use, or back in.")
public record DrainRequest(
    @Doc(value = "Why, for the record.", nullable = true, most = 500) String reason,
    @Doc(value = "Whether the other direction as well; true if nothing is said.", nullable = true) Boolean bothDirections) {}
