package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;

/** The mark of a connection's first packet, as it was sent and as it arrived. */
@Doc("The mark with which a connection's first packet was sent, and the mark with which it arrived.")
public record MarkRow(@Doc("The DSCP that was sent, 0 to 63.") int sent, @Doc("The DSCP that arrived.") int arrived) {}
