package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;

/** An event. */
@Doc("An event; docs/use/events.md lists the kinds.")
public record EventRow(
    @Doc("The event's number; the first event of the controller's run has 1.") long number,
    @Doc("When the event happened.") Instant at,
    @Doc("The kind of event, such as link-down.") String kind,
    @Doc(value = "How urgent it is for operators.", oneOf = {"info", "warning", "error"}) String severity,
    @Doc("The site, link, shuffle or other thing that the event is about.") String target,
    @Doc("A description for people.") String detail) {}
