package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;

/**
 * The differences between one view and the next.
 *
 * @param number the version of the later view
 * @param operator the operators' actions, all of them
 * @param classes the figures of latency classes, all of them
 * @param events the events that have happened since the earlier view
 */
public record ControllerChange(
    long number,
    double atSeconds,
    WorkTotals totals,
    RoundFigures rounds,
    MapChange<LinkId, LinkFigures> links,
    MapChange<SiteId, AgentFigures> agents,
    MapChange<ShuffleId, ShuffleFigures> running,
    MapChange<ShuffleId, ShuffleFigures> ended,
    OperatorFigures operator,
    ImmutableList<ClassFigures> classes,
    ImmutableList<ControllerEvent> events) {}
