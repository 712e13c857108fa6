package dev.terra.controller.view;

/**
 * The scheduling rounds so far.
 *
 * @param epoch the number of the last schedule that agents were told
 * @param count rounds since the controller started
 * @param lastMillis how long the last one took
 */
public record RoundFigures(long epoch, long count, double lastMillis) {}
