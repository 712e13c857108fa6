package dev.terra.sim.bound;

/**
 * Something that ends one interval and begins the next.
 *
 * @param release a coflow's release, else its completion
 * @param item which, in the order of the releases
 */
record OrderEvent(boolean release, int item) {}
