package dev.terra.controller.view;

import dev.terra.core.units.Bandwidth;

/**
 * What a measurement found a link to carry.
 *
 * @param capacity IP bytes/s
 * @param atSeconds when the controller got the last such report, since it started
 */
public record MeasuredCapacity(Bandwidth capacity, double atSeconds) {}
