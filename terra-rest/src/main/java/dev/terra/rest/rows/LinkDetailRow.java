package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;

/** A link, and the tunnels and bundles that use it. */
@Doc("A link, and what uses it.")
public record LinkDetailRow(
    @Doc("The link.") LinkRow link,
    @Doc("Tunnels over it, at most 200.") List<TunnelRow> tunnels,
    @Doc("How many tunnels there are.") int tunnelsTotal,
    @Doc("Bundles with a rate over it, at most 200.") List<BundleRow> bundles,
    @Doc("How many bundles there are.") int bundlesTotal) {}
