package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** Everything that a dashboard shows at first. */
@Doc("Everything that a dashboard shows at first.")
public record SnapshotRow(
    @Doc("Another one after every start of the controller.") String session,
    @Doc("The version of the view that it is from.") long version,
    @Doc("When it was true.") Instant at,
    @Doc("The controller in a few numbers.") StatusRow status,
    @Doc("All links.") List<LinkRow> links,
    @Doc("All agents.") List<AgentRow> agents,
    @Doc("All shuffles that run, and the newest 200 that are over.") List<ShuffleRow> shuffles,
    @Doc("The newest 200 events, oldest first.") List<EventRow> events,
    @Doc("The newest 20 re-routings, oldest first, without bundles.") List<RerouteRow> reroutes) {}
