package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A site's agent. */
@Doc("A site's agent.")
public record AgentRow(
    @Doc("The agent's site.") String site,
    @Doc(value = "The agent's name; null if it has never connected.", nullable = true) @Nullable String name,
    @Doc(value = "The agent's state. Expected: it has never connected.", oneOf = {"live", "lost", "expected"}) String state,
    @Doc(value = "When the agent joined, or when it was lost.", nullable = true) @Nullable Instant since,
    @Doc(value = "When a lost agent was connected last; null while the agent is live.", nullable = true) @Nullable Instant heardAt,
    @Doc(value = "Why the agent was lost.", nullable = true) @Nullable String reason,
    @Doc("Whether an operator has taken the agent out of use.") boolean drained,
    @Doc("Of the agents that share the site, the ones that an operator has taken out of use one by one; others do their part.")
        List<String> drainedOneByOne,
    @Doc("Whether an operator has taken the site out of use as a relay.") boolean siteDrained,
    @Doc("How many tunnels the agent has to keep open.") int tunnels,
    @Doc("How many of these tunnels the agent reports as up.") int tunnelsUp,
    @Doc("How many handlers of its site the agent has reported.") int handlers,
    @Doc("How many of these handlers serve everything on the stock path.") int stockHandlers,
    @Doc("How many fetches the agent serves now.") int fetches,
    @Doc("How many shuffles have bytes left from or to the site.") int shuffles,
    @Doc("Bytes from and to the site for which readers wait.") long requestedBytes,
    @Doc("Bytes that submitted shuffles have left from and to the site; the stock path cannot carry these.") long submittedBytes,
    @Doc("Whether the agent is drained and nothing is under way through it any more.") boolean safeToStop,
    @Doc("How long readers at the site have waited for the first byte of fetches since the agent started.") WaitRow firstByteWait,
    @Doc("How long these readers have waited for the last byte of fetches.") WaitRow lastByteWait,
    @Doc("Each agent of the site by itself; the other members are of all agents together.") List<SliceRow> slices) {}
