package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** The changes since the snapshot or the last change. */
@Doc("What has changed since the snapshot or the last change: whole rows, which replace those with their id.")
public record ChangeRow(
    @Doc("Another one after every start of the controller.") String session,
    @Doc("The version of the view that it leads to.") long version,
    @Doc("When that was true.") Instant at,
    @Doc("The controller in a few numbers.") StatusRow status,
    @Doc("Links that differ.") List<LinkRow> links,
    @Doc("Agents that differ.") List<AgentRow> agents,
    @Doc("Shuffles that differ, or are new.") List<ShuffleRow> shuffles,
    @Doc("Ids of shuffles that are no longer listed.") List<String> gone,
    @Doc("New events, oldest first.") List<EventRow> events,
    @Doc("New re-routings, oldest first, without bundles.") List<RerouteRow> reroutes) {}
