package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;

/**
 * What leads from one view to the next.
 *
 * @param number the version of the view that it leads to
 * @param operator all of it
 * @param classes all of them
 * @param events those that have happened since
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
