package dev.terra.lab.cluster;

import java.util.function.BooleanSupplier;

/**
 * A process that can be replaced by one of other programs.
 *
 * @param name for people
 * @param end asks it to end
 * @param gone whether it has ended
 * @param start starts it again, with the programs that the testbed has by then
 * @param serves whether it is there again
 */
public record Replaceable(String name, Runnable end, BooleanSupplier gone, Runnable start, BooleanSupplier serves) {}
