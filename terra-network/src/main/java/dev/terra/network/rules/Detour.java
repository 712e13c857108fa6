package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;

/**
 * Where a switch sends packets on while it has no signal towards the next site of their path. It marks them, and from there on they follow
 * a tree that leads to the same far end; a marked packet never leaves its tree, so it cannot go round in circles whatever else is down.
 *
 * @param next the site to which the switch sends them instead
 * @param tree the number of the tree that they follow from there, among those to the same far end
 * @param back whether they came from that site, so that they leave the switch by the port by which they came
 */
public record Detour(SiteId next, int tree, boolean back) {}
