package dev.terra.controller.view;

import dev.terra.core.units.Bandwidth;

/**
 * The measured capacity of a link.
 *
 * @param capacity IP bytes/s
 * @param atSeconds when the controller received the last report of it, in seconds since it started
 */
public record MeasuredCapacity(Bandwidth capacity, double atSeconds) {}
