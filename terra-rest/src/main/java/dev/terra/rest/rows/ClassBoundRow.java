package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** What a latency class can promise on a link. */
@Doc("What a latency class can promise on a link with weighted fair queues. Delays are in parts of a burst's period.")
public record ClassBoundRow(
    @Doc("The class.") String latencyClass,
    @Doc("Its weight.") int weight,
    @Doc("The sum of all weights.") int weights,
    @Doc("The mean load of the link, in parts of it.") double load,
    @Doc("The load while a burst lasts, in parts of the link.") double burst,
    @Doc("What the class may use on average, in parts of the link, so that it waits for no other class.") double promisableShare,
    @Doc("The share of all that is offered that was asked for.") double share,
    @Doc("The class's worst delay with that share.") double delay,
    @Doc("The worst delay of what the other classes offer.") double othersDelay,
    @Doc("All classes.") List<ClassDelayRow> classes,
    @Doc("Pairs of sites, at most 1000.") List<PairBoundRow> pairs) {}
