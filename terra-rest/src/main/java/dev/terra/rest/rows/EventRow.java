package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;

/** An event. */
@Doc("Something that happened; docs/use/events.md lists the kinds.")
public record EventRow(
    @Doc("1 for the controller's first, then one more each.") long number,
    @Doc("When.") Instant at,
    @Doc("Such as link-down.") String kind,
    @Doc(value = "How urgent it is for operators.", oneOf = {"info", "warning", "error"}) String severity,
    @Doc("The site, link or shuffle that it happened to.") String target,
    @Doc("What there is to say about it, for people.") String detail) {}
