package dev.terra.history;

import dev.terra.core.wan.Wan;

/**
 * One run of a controller, from its start to its end.
 *
 * @param id the session's id, in the rows of its events
 * @param startedMillis when it began, in milliseconds since 1970
 * @param wan its topology, with the prices of links
 */
public record ControllerSession(String id, long startedMillis, Wan wan) {}
