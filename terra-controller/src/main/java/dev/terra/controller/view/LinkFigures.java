package dev.terra.controller.view;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import java.util.Optional;

/**
 * One direction of a link. Capacities count IP bytes.
 *
 * @param up whether it carries anything, as far as is known
 * @param reason why it does not; empty if it does
 * @param nominal its capacity as the topology has it
 * @param measured its capacity as it was last found to be, if it was since the controller started; what is planned follows it
 * @param allocated the rates that the last schedule gave to all bundles on it
 * @param carried what tunnels bring over it, as agents measured it last
 * @param left what plans leave of it to small fetches, as these were measured
 */
public record LinkFigures(
    LinkId id, boolean up, String reason, Bandwidth nominal, Optional<MeasuredCapacity> measured, Bandwidth allocated,
    Bandwidth carried, Bandwidth left) {}
