package dev.terra.history.store;

/**
 * Something that happened.
 *
 * @param atMillis since 1970
 * @param session of the controller
 * @param number the controller's own
 * @param severity in small letters
 */
public record StoredEvent(long atMillis, String session, long number, String kind, String severity, String target, String detail) {}
