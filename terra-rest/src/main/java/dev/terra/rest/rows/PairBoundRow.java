package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** What a latency class can promise between two sites. */
@Doc("What a latency class can promise between two sites, on the links of the stock path.")
public record PairBoundRow(
    @Doc("The site at which fetches are served.") String from,
    @Doc("The site of the readers.") String to,
    @Doc("The links from the first site to the second.") List<String> links,
    @Doc("What the class may use between the two sites on average if no other pair of sites uses the class, IP bytes/s.")
        double mostBytesPerSecond,
    @Doc("What the class may use if all pairs of sites use as much of it as they may: the max-min fair share, IP bytes/s.")
        double fairBytesPerSecond,
    @Doc("The class's worst delay on all links together, in parts of a burst's period.") double delay) {}
