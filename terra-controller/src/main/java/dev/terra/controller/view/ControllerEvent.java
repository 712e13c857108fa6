package dev.terra.controller.view;

/**
 * Something that happened.
 *
 * @param number 1 for the controller's first, then one more each
 * @param atSeconds since the controller started
 * @param target the site, link or shuffle that it happened to
 * @param detail what there is to say about it, for people
 */
public record ControllerEvent(long number, double atSeconds, EventKind kind, String target, String detail) {}
