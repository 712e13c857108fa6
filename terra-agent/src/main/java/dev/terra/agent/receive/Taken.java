package dev.terra.agent.receive;

/**
 * What a reader has of a segment already, from an earlier session of this agent.
 *
 * @param bytes how many, from the first on; 0 or more
 * @param crc their CRC32C
 */
public record Taken(long bytes, int crc) {}
