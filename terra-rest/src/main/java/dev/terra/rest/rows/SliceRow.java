package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** One of the agents that share a site. */
@Doc("The agent that carries a slice of its site.")
public record SliceRow(
    @Doc("Which slice, from 0.") int slice,
    @Doc("Its name.") String agent,
    @Doc(value = "Whether it is there.", oneOf = {"live", "lost"}) String state,
    @Doc("When it joined, or was lost.") Instant since,
    @Doc(value = "Why it was lost.", nullable = true) String reason,
    @Doc("How many of its tunnels are up.") int tunnelsUp,
    @Doc("How many fetches it serves now.") int fetches,
    @Doc("The version of the messages between it and the controller.") int protocol,
    @Doc("What it says that it can do beyond what it must, by name.") List<String> capabilities) {}
