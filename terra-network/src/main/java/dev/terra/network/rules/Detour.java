package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;

/**
 * The detour that a switch uses for packets while its port to the next site of their path has no signal. The switch marks the packets,
 * which from then on follow a tree that leads to the same far end. A marked packet never leaves its tree, so it cannot loop whatever else
 * is down.
 *
 * @param next the site to which the switch sends the packets instead
 * @param tree the number of the tree that the packets follow from there, among the trees to the same far end
 * @param back true if the packets came from that site, so that they leave the switch by the port by which they arrived
 */
public record Detour(SiteId next, int tree, boolean back) {}
