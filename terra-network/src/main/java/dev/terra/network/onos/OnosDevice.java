package dev.terra.network.onos;

/**
 * A switch as ONOS reports it.
 *
 * @param id the switch's name in ONOS, such as {@code of:0000000000000001}
 * @param available true if the switch is connected to ONOS
 */
public record OnosDevice(String id, boolean available) {}
