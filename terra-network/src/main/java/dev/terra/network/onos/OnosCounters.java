package dev.terra.network.onos;

/**
 * What has crossed a switch's port since it is up.
 *
 * @param sentBytes out of the switch
 * @param receivedBytes into the switch
 * @param droppedPackets that were to be sent
 */
public record OnosCounters(String device, String port, long sentBytes, long receivedBytes, long droppedPackets) {}
