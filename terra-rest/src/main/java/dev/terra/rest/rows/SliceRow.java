package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the agents that share a site. */
@Doc("The agent that carries a slice of its site.")
public record SliceRow(
    @Doc("The slice's number, from 0.") int slice,
    @Doc("The agent's name.") String agent,
    @Doc(value = "Whether the agent is connected and sends reports.", oneOf = {"live", "lost"}) String state,
    @Doc("When the agent joined, or when it was lost.") Instant since,
    @Doc(value = "Why the agent was lost.", nullable = true) @Nullable String reason,
    @Doc("How many of the agent's tunnels are up.") int tunnelsUp,
    @Doc("How many fetches the agent serves now.") int fetches,
    @Doc("The version of the messages between the agent and the controller.") int protocol,
    @Doc("The names of the optional functions that the agent reports.") List<String> capabilities,
    @Doc(value = "The address and the port of the agent's connection to the controller.", nullable = true) @Nullable String address,
    @Doc(value = "Bytes in the agent's spool, which were received and not read yet.", nullable = true) @Nullable Long spoolBytes,
    @Doc(value = "How many bytes fit into the agent's spool, in memory and on disk.", nullable = true) @Nullable Long spoolCapacityBytes,
    @Doc(value = "Bytes of the agent's Java heap that are in use.", nullable = true) @Nullable Long heapBytes,
    @Doc(value = "The largest heap that the agent's process may have, in bytes.", nullable = true) @Nullable Long heapCapacityBytes,
    @Doc(value = "Bytes that wait for the agent to send them, if several agents share the site.", nullable = true)
        @Nullable Long queueBytes,
    @Doc(value = "The rate at which the agent has sent recently while bytes waited, bytes/s; 0 if that is not known.", nullable = true)
        @Nullable Double bytesPerSecond,
    @Doc("Whether its waiting bytes take much longer than those of the other agents of its site.") boolean hot) {}
