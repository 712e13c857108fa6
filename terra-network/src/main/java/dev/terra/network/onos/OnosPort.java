package dev.terra.network.onos;

/**
 * A switch's port.
 *
 * @param port its number, or a name such as {@code local}
 * @param up whether it is enabled and has a link
 * @param megabitsPerSecond its speed, 0 if it is not known
 */
public record OnosPort(String port, boolean up, long megabitsPerSecond) {}
