package dev.terra.schedule;

import dev.terra.core.wan.Path;

/**
 * A bundle's rate on one path, bytes/s.
 *
 * @param bytesPerSecond the total that may be sent
 * @param plannedBytesPerSecond the part of it that the LP planned (equal progress); the rest is work-conserving fill
 */
public record PathRate(Path path, double bytesPerSecond, double plannedBytesPerSecond) {}
