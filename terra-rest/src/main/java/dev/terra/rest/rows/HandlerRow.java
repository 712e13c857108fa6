package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A shuffle handler. */
@Doc("A shuffle handler on a node, as its site's agent knows it. Counts are since the handler started, and some seconds old.")
public record HandlerRow(
    @Doc("SITE/ADDRESS, and /SERVICE where it is not Hadoop's.") String id,
    @Doc("Its site.") String site,
    @Doc("Its host's name.") String host,
    @Doc("Where readers reach it.") String ip,
    @Doc(value = "Whose shuffles it serves, such as spark; null: Hadoop's.", nullable = true) @Nullable String service,
    @Doc(value = "Of its program; null if it does not say.", nullable = true) @Nullable String version,
    @Doc(value = "Stock: all that it serves takes the stock path.", oneOf = {"terra", "stock"}) String state,
    @Doc(value = "Why it is stock.", nullable = true) @Nullable String reason,
    @Doc("Since when it is in this state.") Instant since,
    @Doc("Fetches that it answered with a redirect to the reader's own node.") long redirectedFetches,
    @Doc("What it passed from its agent to readers of its node.") long relayedBytes,
    @Doc("What crossed sites without Terra, though eligible.") long stockBytes,
    @Doc("What crossed sites without Terra, since not worth it.") long bypassedBytes,
    @Doc("What it served inside its site.") long localBytes,
    @Doc("Relays that went on with a direct fetch.") long fallbacks) {}
