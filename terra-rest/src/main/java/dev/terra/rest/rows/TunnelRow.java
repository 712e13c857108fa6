package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tunnel. */
@Doc("A tunnel from site to site along one path.")
public record TunnelRow(
    @Doc("Its path, such as NY:LA:BA.") String id,
    @Doc("The sites of its path.") List<String> path,
    @Doc("Where it begins.") String from,
    @Doc("Where it ends.") String to,
    @Doc(value = "As its agent said last; unknown if it does not say, or is not there.", oneOf = {"up", "down", "unknown"}) String state,
    @Doc(value = "Its round-trip time.", nullable = true) @Nullable Long rttMicros,
    @Doc(value = "Why it is down.", nullable = true) @Nullable String reason,
    @Doc("The rates of all bundles on it.") double allocatedBytesPerSecond,
    @Doc("What arrives over it, payload bytes/s, in the last ten seconds or so.") double deliveredBytesPerSecond,
    @Doc("How the marks (DSCP) of its connections arrived, and of one hop those of its link's line; empty if that is not known.")
        List<MarkRow> marks,
    @Doc(value = "Whether the network of its one link keeps latency classes: mixed, if small fetches wait behind bulk there; unknown, if "
        + "no bulk was seen to wait.", oneOf = {"kept", "mixed", "unknown"}) String classes) {}
