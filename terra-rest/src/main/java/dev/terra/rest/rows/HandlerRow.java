package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A shuffle handler. */
@Doc("A shuffle handler on a node, as its site's agent reports it. Counts are since the handler started, and some seconds old.")
public record HandlerRow(
    @Doc("SITE/ADDRESS, or SITE/ADDRESS/SERVICE for another service than Hadoop's.") String id,
    @Doc("The handler's site.") String site,
    @Doc("The name of the handler's host.") String host,
    @Doc("The address at which readers reach the handler.") String ip,
    @Doc(value = "The service whose shuffles it serves, such as spark; null for Hadoop's.", nullable = true) @Nullable String service,
    @Doc(value = "The version of the handler's program; null if it reports none.", nullable = true) @Nullable String version,
    @Doc(value = "The handler's state. Stock: all fetches that it serves take the stock path.", oneOf = {"terra", "stock"}) String state,
    @Doc(value = "Why the handler's state is stock.", nullable = true) @Nullable String reason,
    @Doc("Since when the handler has been in this state.") Instant since,
    @Doc("Fetches that it answered with a redirect to the reader's own node.") long redirectedFetches,
    @Doc("Bytes that it passed from its agent to readers on its node.") long relayedBytes,
    @Doc("Bytes that crossed sites on the stock path although Terra could have carried them.") long stockBytes,
    @Doc("Bytes that crossed sites on the stock path because they were not worth scheduling.") long bypassedBytes,
    @Doc("Bytes that it served within its site.") long localBytes,
    @Doc("Relayed fetches that had to continue with a direct fetch.") long fallbacks) {}
