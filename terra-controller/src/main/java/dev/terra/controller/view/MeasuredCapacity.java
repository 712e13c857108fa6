package dev.terra.controller.view;

import dev.terra.core.units.Bandwidth;

/**
 * What somebody found a link to carry.
 *
 * @param capacity IP bytes/s
 * @param atSeconds when the controller was told so the last time, since it started
 */
public record MeasuredCapacity(Bandwidth capacity, double atSeconds) {}
