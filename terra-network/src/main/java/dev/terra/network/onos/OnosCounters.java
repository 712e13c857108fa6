package dev.terra.network.onos;

/**
 * The counters of a switch's port since it has been up.
 *
 * @param sentBytes the bytes that have left the switch by the port
 * @param receivedBytes the bytes that have entered the switch by the port
 * @param droppedPackets the packets that were to be sent and were dropped
 */
public record OnosCounters(String device, String port, long sentBytes, long receivedBytes, long droppedPackets) {}
