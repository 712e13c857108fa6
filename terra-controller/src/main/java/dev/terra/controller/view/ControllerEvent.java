package dev.terra.controller.view;

/**
 * An event.
 *
 * @param number 1 for the controller's first event, then one more for each
 * @param atSeconds when it happened, in seconds since the controller started
 * @param target the site, link or shuffle that it concerns
 * @param detail a description for people
 */
public record ControllerEvent(long number, double atSeconds, EventKind kind, String target, String detail) {}
