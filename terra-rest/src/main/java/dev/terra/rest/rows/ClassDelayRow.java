package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;

/** The worst delay of a latency class. */
@Doc("How long a latency class waits on a link at worst, while each class offers its share.")
public record ClassDelayRow(
    @Doc("The class.") String latencyClass,
    @Doc("Its weight.") int weight,
    @Doc("Its share of all that is offered.") double share,
    @Doc("Its worst delay, in parts of a burst's period.") double delay) {}
