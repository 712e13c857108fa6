package dev.terra.sim.bound;

/**
 * A lower bound on the average completion time of an instance.
 *
 * @param averageSeconds the time from release to the last byte, on average over the coflows
 * @param exact whether some schedule reaches it
 * @param programs the number of linear programs that were solved for it
 */
public record Bound(double averageSeconds, boolean exact, long programs) {}
