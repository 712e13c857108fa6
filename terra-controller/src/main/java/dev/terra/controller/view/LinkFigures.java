package dev.terra.controller.view;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import java.util.Optional;

/**
 * One direction of a link. Capacities are in IP bytes.
 *
 * @param up whether the link carries anything, as far as the controller has learned
 * @param reason why it does not; empty if it does
 * @param nominal its capacity by the topology
 * @param measured its last measured capacity, if it has been measured since the controller started; plans follow it
 * @param allocated the sum of the rates that the last schedule gave to bundles on the link
 * @param carried what tunnels carry over the link, as agents measured it last
 * @param left the part of the capacity that plans leave to small fetches, as these were measured
 */
public record LinkFigures(
    LinkId id, boolean up, String reason, Bandwidth nominal, Optional<MeasuredCapacity> measured, Bandwidth allocated,
    Bandwidth carried, Bandwidth left) {}
