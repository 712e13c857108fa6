package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A site. */
@Doc("A site as it is now.")
public record SiteRow(
    @Doc("Its short name.") String id,
    @Doc("Where it is, for people.") String city,
    @Doc(value = "Degrees north, if known.", nullable = true) @Nullable Double latitude,
    @Doc(value = "Degrees east, if known.", nullable = true) @Nullable Double longitude,
    @Doc("How many worker hosts it has.") int hosts,
    @Doc("Its agent.") AgentRow agent,
    @Doc("Whether an operator has nothing relayed through it.") boolean drained,
    @Doc("The rates of all bundles that begin here.") double bytesOutPerSecond,
    @Doc("The rates of all bundles that end here.") double bytesInPerSecond,
    @Doc("The links that leave it.") List<String> links) {}
