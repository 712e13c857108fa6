package dev.terra.network.onos;

/**
 * A switch's port.
 *
 * @param port the port's number, or a name such as {@code local}
 * @param up true if the port is enabled and has a link
 * @param megabitsPerSecond the port's speed, 0 if it is not known
 */
public record OnosPort(String port, boolean up, long megabitsPerSecond) {}
