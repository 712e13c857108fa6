package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** What a latency class can promise on a link. */
@Doc("What a latency class can promise on a link with weighted fair queues. Delays are in parts of a burst's period.")
public record ClassBoundRow(
    @Doc("The class.") String latencyClass,
    @Doc("Its weight.") int weight,
    @Doc("The sum of all weights.") int weights,
    @Doc("The mean load of the link, as a part of its capacity.") double load,
    @Doc("The load while a burst lasts, as a part of the link's capacity.") double burst,
    @Doc("The part of the link's capacity that the class may use on average without waiting for another class.") double promisableShare,
    @Doc("The class's share of the offered load, as requested.") double share,
    @Doc("The class's worst delay with this share.") double delay,
    @Doc("The worst delay of the other classes.") double othersDelay,
    @Doc("All classes.") List<ClassDelayRow> classes,
    @Doc("Pairs of sites, at most 1000.") List<PairBoundRow> pairs) {}
