package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** What a latency class can promise between two sites. */
@Doc("What a latency class can promise between two sites, on the links of the stock path.")
public record PairBoundRow(
    @Doc("Where fetches are served.") String from,
    @Doc("Where they are read.") String to,
    @Doc("The links from there to here.") List<String> links,
    @Doc("What the class may use between them on average if no other pair uses the class, IP bytes/s.") double mostBytesPerSecond,
    @Doc("The same if all pairs use as much of it as they may: the max-min fair share, IP bytes/s.") double fairBytesPerSecond,
    @Doc("The class's worst delay on all links together, in parts of a burst's period.") double delay) {}
