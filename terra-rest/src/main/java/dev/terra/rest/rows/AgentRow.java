package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A site's agent. */
@Doc("A site's agent.")
public record AgentRow(
    @Doc("Its site.") String site,
    @Doc(value = "Its name; null if it was never seen.", nullable = true) @Nullable String name,
    @Doc(value = "Expected: it was never seen.", oneOf = {"live", "lost", "expected"}) String state,
    @Doc(value = "When it joined, or was lost.", nullable = true) @Nullable Instant since,
    @Doc(value = "When it was heard last; null while it is.", nullable = true) @Nullable Instant heardAt,
    @Doc(value = "Why it was lost.", nullable = true) @Nullable String reason,
    @Doc("Whether an operator has taken it out of use.") boolean drained,
    @Doc("Those of the agents that share its site whose part an operator has others carry.") List<String> drainedOneByOne,
    @Doc("Whether an operator has nothing relayed through its site.") boolean siteDrained,
    @Doc("How many tunnels it is to keep.") int tunnels,
    @Doc("How many of them it says are up.") int tunnelsUp,
    @Doc("How many handlers of its site it knows.") int handlers,
    @Doc("How many of them are stock.") int stockHandlers,
    @Doc("How many fetches it serves now.") int fetches,
    @Doc("How many shuffles have bytes left from or to its site.") int shuffles,
    @Doc("Bytes from and to its site for which readers wait.") long requestedBytes,
    @Doc("Bytes that submitted shuffles have left from and to its site: no stock path carries them.") long submittedBytes,
    @Doc("Whether it is drained and nothing is under way through it any more.") boolean safeToStop,
    @Doc("What readers at its site waited for the first byte of fetches since it started.") WaitRow firstByteWait,
    @Doc("What they waited for the last byte.") WaitRow lastByteWait,
    @Doc("Each of the agents that share its site by itself; the rest of this is of all.") List<SliceRow> slices) {}
