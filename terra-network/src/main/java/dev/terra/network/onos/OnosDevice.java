package dev.terra.network.onos;

/**
 * A switch, as ONOS knows it.
 *
 * @param id such as {@code of:0000000000000001}
 * @param available whether it is connected to ONOS
 */
public record OnosDevice(String id, boolean available) {}
