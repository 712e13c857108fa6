package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;

/** The controller in a few numbers. */
@Doc("The controller's main figures.")
public record StatusRow(
    @Doc("The id of the controller's run; it differs after every start.") String session,
    @Doc("The version of the controller's view from which this is.") long version,
    @Doc("The time of that view.") Instant at,
    @Doc("When the controller started.") Instant startedAt,
    @Doc("The WAN's name.") String wan,
    @Doc("The scheduling policy.") String policy,
    @Doc("The network mode, which keeps tunnels on their paths.") String driver,
    @Doc("Whether TLS is off, so that the controller trusts every client.") boolean insecure,
    @Doc("The time since the controller started.") double uptimeSeconds,
    @Doc("The time during which any shuffle had bytes left to send.") double outstandingSeconds,
    @Doc("The epoch of the last schedule that agents received.") long epoch,
    @Doc("The number of scheduling rounds so far.") long rounds,
    @Doc("How long the last round took.") double lastRoundMillis,
    @Doc(value = "Whether the last round found a schedule.", oneOf = {"ok", "failed"}) String solver,
    @Doc("Agents that are connected and send reports.") int agentsLive,
    @Doc("Sites of the WAN; each should have an agent.") int agentsExpected,
    @Doc("Shuffle handlers that agents have reported.") int handlers,
    @Doc("Handlers that serve everything on the stock path.") int stockHandlers,
    @Doc("Links that are up and not degraded.") int linksUp,
    @Doc("Links that carry less than 75 % of their nominal capacity.") int linksDegraded,
    @Doc("Links that carry nothing.") int linksDown,
    @Doc("Links whose present state is not known.") int linksUnknown,
    @Doc("Links that an operator has taken out of use.") int linksDrained,
    @Doc("Shuffles that have not ended.") int shufflesRunning,
    @Doc("Running shuffles with bytes left and no rate.") int shufflesWaiting,
    @Doc("Bundles with bytes left.") int bundlesOpen,
    @Doc("The bytes that all bundles have left.") long bytesLeft,
    @Doc("The sum of the rates of all bundles.") double plannedBytesPerSecond,
    @Doc("What all links carry together, IP bytes/s. Bytes on a path of two links count twice.") double carriedBytesPerSecond,
    @Doc("How long readers have waited for the first byte of fetches since the agents started.") WaitRow firstByteWait,
    @Doc("How long readers have waited for the last byte of fetches.") WaitRow lastByteWait,
    @Doc("Shuffles that have ended since the controller started, failed ones included.") long shufflesEnded,
    @Doc("Submitted shuffles that have ended although not all of their bytes arrived.") long shufflesFailed,
    @Doc("Operators' actions that are in force.") int actionsInForce,
    @Doc("The number of the newest event; 0 if there is none.") long lastEvent,
    @Doc("How many clients receive live updates.") int viewers) {}
