package dev.terra.history;

import dev.terra.core.wan.Wan;

/**
 * One life of a controller.
 *
 * @param id its own, in the rows of its events
 * @param startedMillis when it began, since 1970
 * @param wan its topology, with the prices of links
 */
public record ControllerSession(String id, long startedMillis, Wan wan) {}
