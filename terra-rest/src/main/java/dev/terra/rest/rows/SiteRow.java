package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A site. */
@Doc("A site as it is now.")
public record SiteRow(
    @Doc("The site's short name.") String id,
    @Doc("The place of the site, for people.") String city,
    @Doc(value = "The latitude in degrees north, if known.", nullable = true) @Nullable Double latitude,
    @Doc(value = "The longitude in degrees east, if known.", nullable = true) @Nullable Double longitude,
    @Doc("How many worker hosts the site has.") int hosts,
    @Doc("Its agent.") AgentRow agent,
    @Doc("Whether an operator has taken the site out of use as a relay.") boolean drained,
    @Doc("The sum of the rates of all bundles from this site.") double bytesOutPerSecond,
    @Doc("The sum of the rates of all bundles to this site.") double bytesInPerSecond,
    @Doc("The links that begin at the site.") List<String> links) {}
