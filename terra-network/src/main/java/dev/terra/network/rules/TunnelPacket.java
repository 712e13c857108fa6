package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;

/**
 * What a switch sees of a tunnel's packet.
 *
 * @param from the site of its source address
 * @param to the site of its destination address
 * @param label in the low bits of both its ports
 * @param role {@link Role#TO_LISTENER} or {@link Role#TO_OPENER}
 */
public record TunnelPacket(SiteId from, SiteId to, int label, Role role) {}
