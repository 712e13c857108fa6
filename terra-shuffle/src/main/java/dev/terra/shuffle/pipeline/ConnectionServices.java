package dev.terra.shuffle.pipeline;

import dev.terra.shuffle.count.ShuffleCounts;
import dev.terra.shuffle.fetch.JobDirectory;
import dev.terra.shuffle.fetch.RepeatRule;
import dev.terra.shuffle.fetch.Router;
import dev.terra.shuffle.relay.Relays;

/** What all connections share. */
public record ConnectionServices(int shufflePort, Router router, OfferDesk offers, RepeatRule repeats, JobDirectory jobs,
    Relays relays, ShuffleCounts counts) {}
