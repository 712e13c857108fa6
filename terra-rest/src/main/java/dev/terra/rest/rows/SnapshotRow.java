package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** Everything that a dashboard shows at first. */
@Doc("All that a dashboard shows first.")
public record SnapshotRow(
    @Doc("The id of the controller's run; it differs after every start.") String session,
    @Doc("The version of the controller's view from which the snapshot is.") long version,
    @Doc("The time of that view.") Instant at,
    @Doc("The controller's main figures.") StatusRow status,
    @Doc("All links.") List<LinkRow> links,
    @Doc("All agents.") List<AgentRow> agents,
    @Doc("All running shuffles, and the 200 that ended last.") List<ShuffleRow> shuffles,
    @Doc("The newest 200 events, the oldest of them first.") List<EventRow> events,
    @Doc("The newest 20 re-routings without their bundles, the oldest of them first.") List<RerouteRow> reroutes) {}
