package dev.terra.history.store;

/**
 * An event.
 *
 * @param atMillis when it happened, in milliseconds since 1970
 * @param session the session of the controller
 * @param number the event's number in that session
 * @param severity the severity in lower case
 */
public record StoredEvent(long atMillis, String session, long number, String kind, String severity, String target, String detail) {}
