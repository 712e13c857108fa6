package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A scheduling round. */
@Doc("A scheduling round.")
public record RoundRow(
    @Doc("The round's number; the first round of the controller's run has 1.") long number,
    @Doc("When the round ended.") Instant at,
    @Doc("The epoch of the schedule that agents received.") long epoch,
    @Doc("How long the round took.") double millis,
    @Doc(value = "Whether the round found a schedule.", oneOf = {"ok", "failed"}) String solver,
    @Doc("Whether the round left the schedule unchanged.") boolean stands,
    @Doc("The number of running shuffles.") int shuffles,
    @Doc("The number of bundles with bytes left.") int bundles,
    @Doc(value = "The number of the re-routing that the round caused, if any.", nullable = true) @Nullable Long reroute) {}
