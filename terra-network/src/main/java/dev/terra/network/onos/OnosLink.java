package dev.terra.network.onos;

/** One direction of a link between two switches' ports that ONOS has found, and whether it is active. */
public record OnosLink(String fromDevice, String fromPort, String toDevice, String toPort, boolean active) {}
