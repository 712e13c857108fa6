package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A scheduling round. */
@Doc("A scheduling round.")
public record RoundRow(
    @Doc("1 for the controller's first, then one more each.") long number,
    @Doc("When it was over.") Instant at,
    @Doc("The schedule that agents got.") long epoch,
    @Doc("What it took.") double millis,
    @Doc(value = "Whether it found a schedule.", oneOf = {"ok", "failed"}) String solver,
    @Doc("Whether it left the schedule as it was.") boolean stands,
    @Doc("Shuffles that were running.") int shuffles,
    @Doc("Bundles with bytes left.") int bundles,
    @Doc(value = "The re-routing that it made, if any.", nullable = true) @Nullable Long reroute) {}
