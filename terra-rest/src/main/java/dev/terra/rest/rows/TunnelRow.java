package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tunnel. */
@Doc("A tunnel between two sites along one path.")
public record TunnelRow(
    @Doc("The tunnel's path, such as NY:LA:BA.") String id,
    @Doc("The sites of the path.") List<String> path,
    @Doc("The site where the tunnel begins.") String from,
    @Doc("The site where the tunnel ends.") String to,
    @Doc(value = "The state in its agent's last report; unknown if there is no report, or if the agent is not connected.",
        oneOf = {"up", "down", "unknown"}) String state,
    @Doc(value = "The tunnel's round-trip time.", nullable = true) @Nullable Long rttMicros,
    @Doc(value = "Why the tunnel is down.", nullable = true) @Nullable String reason,
    @Doc("The sum of the rates of all bundles on the tunnel.") double allocatedBytesPerSecond,
    @Doc("What arrived over the tunnel in about the last ten seconds, payload bytes/s.") double deliveredBytesPerSecond,
    @Doc("How the marks (DSCP) of the tunnel's connections arrived. For a tunnel of one hop, also those of its link's line. Empty if not "
        + "known.")
        List<MarkRow> marks,
    @Doc(value = "Whether the network of its one link keeps latency classes: mixed, if small fetches wait behind bulk there; unknown, if "
        + "no bulk was seen to wait.", oneOf = {"kept", "mixed", "unknown"}) String classes) {}
