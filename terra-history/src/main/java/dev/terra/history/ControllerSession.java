package dev.terra.history;

/**
 * One life of a controller.
 *
 * @param id its own, in the rows of its events
 * @param startedMillis when it began, since 1970
 */
public record ControllerSession(String id, long startedMillis) {}
