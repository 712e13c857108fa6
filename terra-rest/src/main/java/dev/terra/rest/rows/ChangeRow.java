package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** The changes since the snapshot or the last change. */
@Doc("What has changed since the snapshot or the last change. Each row is complete, and replaces the row with the same id.")
public record ChangeRow(
    @Doc("The id of the controller's run; it differs after every start.") String session,
    @Doc("The version of the view after this change.") long version,
    @Doc("The time of that view.") Instant at,
    @Doc("The controller's main figures.") StatusRow status,
    @Doc("Links that have changed.") List<LinkRow> links,
    @Doc("Agents that have changed.") List<AgentRow> agents,
    @Doc("Shuffles that have changed or are new.") List<ShuffleRow> shuffles,
    @Doc("Ids of shuffles that are no longer listed.") List<String> gone,
    @Doc("New events, the oldest first.") List<EventRow> events,
    @Doc("New re-routings without their bundles, the oldest first.") List<RerouteRow> reroutes) {}
