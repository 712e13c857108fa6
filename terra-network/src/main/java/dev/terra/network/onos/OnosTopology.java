package dev.terra.network.onos;

/** How many devices and links ONOS counts, and in how many parts the network lies. */
public record OnosTopology(int devices, int links, int clusters) {}
