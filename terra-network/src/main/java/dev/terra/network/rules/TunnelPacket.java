package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;

/**
 * The properties of a tunnel's packet by which a switch forwards it.
 *
 * @param from the site of the packet's source address
 * @param to the site of the packet's destination address
 * @param label the label in the low bits of both ports
 * @param role the packet's direction, {@link Role#TO_LISTENER} or {@link Role#TO_OPENER}
 */
public record TunnelPacket(SiteId from, SiteId to, int label, Role role) {}
