package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;

/** The worst delay of a latency class. */
@Doc("The worst delay of a latency class on a link while each class offers its share of the load.")
public record ClassDelayRow(
    @Doc("The class.") String latencyClass,
    @Doc("The class's weight.") int weight,
    @Doc("The class's share of the offered load.") double share,
    @Doc("The class's worst delay, in parts of a burst's period.") double delay) {}
