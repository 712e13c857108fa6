package dev.terra.lab.cluster;

import java.util.function.BooleanSupplier;

/**
 * A process that can be replaced by a process of another version.
 *
 * @param name in output for people
 * @param end requests the end of the process
 * @param gone returns whether the process has ended
 * @param start restarts the process with the programs that the testbed has by then
 * @param serves returns whether the process serves again
 */
public record Replaceable(String name, Runnable end, BooleanSupplier gone, Runnable start, BooleanSupplier serves) {}
