package dev.terra.sim.bound;

/**
 * An event that ends one interval and begins the next.
 *
 * @param release true for a coflow's release, false for its completion
 * @param item the index of the coflow, in the order of the releases
 */
record OrderEvent(boolean release, int item) {}
