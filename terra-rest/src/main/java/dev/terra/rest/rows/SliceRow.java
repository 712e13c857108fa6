package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the agents that share a site. */
@Doc("The agent that carries a slice of its site.")
public record SliceRow(
    @Doc("Which slice, from 0.") int slice,
    @Doc("Its name.") String agent,
    @Doc(value = "Whether it is there.", oneOf = {"live", "lost"}) String state,
    @Doc("When it joined, or was lost.") Instant since,
    @Doc(value = "Why it was lost.", nullable = true) @Nullable String reason,
    @Doc("How many of its tunnels are up.") int tunnelsUp,
    @Doc("How many fetches it serves now.") int fetches,
    @Doc("The version of the messages between it and the controller.") int protocol,
    @Doc("What it says that it can do beyond what it must, by name.") List<String> capabilities,
    @Doc(value = "The address and the port from which it speaks to the controller.", nullable = true) @Nullable String address,
    @Doc(value = "Bytes of its spool that are in use: received, and not read yet.", nullable = true) @Nullable Long spoolBytes,
    @Doc(value = "How many bytes fit into its spool, in memory and on disk.", nullable = true) @Nullable Long spoolCapacityBytes,
    @Doc(value = "Bytes of its Java heap that are in use.", nullable = true) @Nullable Long heapBytes,
    @Doc(value = "The largest heap that its process may have, in bytes.", nullable = true) @Nullable Long heapCapacityBytes,
    @Doc(value = "Bytes that wait to be sent by it, where several agents share the site.", nullable = true) @Nullable Long queueBytes,
    @Doc(value = "At which rate it has sent of late while anything waited, bytes/s; 0 if that is not known.", nullable = true)
        @Nullable Double bytesPerSecond,
    @Doc("Whether what waits at it takes much longer than at the other agents of its site.") boolean hot) {}
