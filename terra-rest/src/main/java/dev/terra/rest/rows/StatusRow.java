package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;

/** The controller in a few numbers. */
@Doc("The controller in a few numbers.")
public record StatusRow(
    @Doc("Another one after every start of the controller.") String session,
    @Doc("The version of the view that this is from.") long version,
    @Doc("When it was true.") Instant at,
    @Doc("When the controller started.") Instant startedAt,
    @Doc("The WAN's name.") String wan,
    @Doc("The scheduling policy.") String policy,
    @Doc("How tunnels follow their paths.") String driver,
    @Doc("Whether there is no TLS, so that every client is believed.") boolean insecure,
    @Doc("Since the controller started.") double uptimeSeconds,
    @Doc("Time in which any shuffle had bytes left to send.") double outstandingSeconds,
    @Doc("The last schedule that agents got.") long epoch,
    @Doc("Scheduling rounds so far.") long rounds,
    @Doc("What the last round took.") double lastRoundMillis,
    @Doc(value = "Whether the last round found a schedule.", oneOf = {"ok", "failed"}) String solver,
    @Doc("Agents that speak.") int agentsLive,
    @Doc("Sites of the WAN; each should have an agent.") int agentsExpected,
    @Doc("Shuffle handlers that agents know.") int handlers,
    @Doc("Of these those that are stock.") int stockHandlers,
    @Doc("Links that carry what they should.") int linksUp,
    @Doc("Links that carry less than 75 % of their nominal capacity.") int linksDegraded,
    @Doc("Links that carry nothing.") int linksDown,
    @Doc("Links of which nothing is known now.") int linksUnknown,
    @Doc("Links that an operator has taken out of use.") int linksDrained,
    @Doc("Shuffles that are not over.") int shufflesRunning,
    @Doc("Of these those with bytes left and no rate.") int shufflesWaiting,
    @Doc("Bundles with bytes left.") int bundlesOpen,
    @Doc("Bytes left of all bundles.") long bytesLeft,
    @Doc("The rates of all bundles together.") double plannedBytesPerSecond,
    @Doc("What all links carry, IP bytes/s: of a path of two links its bytes count twice.") double carriedBytesPerSecond,
    @Doc("What readers waited for the first byte of fetches since the agents started.") WaitRow firstByteWait,
    @Doc("What they waited for the last byte.") WaitRow lastByteWait,
    @Doc("Shuffles that are over since the controller started, those that failed among them.") long shufflesEnded,
    @Doc("Submitted ones that are over though not all of them has arrived.") long shufflesFailed,
    @Doc("Operators' actions that hold.") int actionsInForce,
    @Doc("The number of the newest event; 0 if there is none.") long lastEvent,
    @Doc("Who watches live updates.") int viewers) {}
