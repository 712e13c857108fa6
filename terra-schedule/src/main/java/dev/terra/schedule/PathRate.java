package dev.terra.schedule;

import dev.terra.core.wan.Path;

/**
 * A bundle's rate on one path, bytes/s.
 *
 * @param bytesPerSecond the whole rate, planned part and fill together
 * @param plannedBytesPerSecond the part of the rate that the linear program planned, so that all bundles of the shuffle make equal
 *     progress; the rest is work-conserving fill
 */
public record PathRate(Path path, double bytesPerSecond, double plannedBytesPerSecond) {}
