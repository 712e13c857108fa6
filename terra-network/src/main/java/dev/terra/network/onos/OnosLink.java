package dev.terra.network.onos;

/** One direction of a link that ONOS has found between ports of two switches, and whether it is active. */
public record OnosLink(String fromDevice, String fromPort, String toDevice, String toPort, boolean active) {}
