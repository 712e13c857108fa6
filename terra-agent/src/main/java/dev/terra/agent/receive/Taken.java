package dev.terra.agent.receive;

/**
 * The beginning of a segment that a reader has already, from an earlier session of this agent.
 *
 * @param bytes the number of bytes, from the first on; 0 or more
 * @param crc the CRC32C of these bytes
 */
public record Taken(long bytes, int crc) {}
