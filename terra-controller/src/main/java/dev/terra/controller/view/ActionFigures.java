package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;

/**
 * Something that an operator had the controller do.
 *
 * @param number 1 for the first, then one more each
 * @param atSeconds since the controller started
 * @param kind such as {@code drain-link}
 * @param target the link, site, path, shuffle, job or queue
 * @param by who wanted it
 * @param reason why, in the operator's words; empty if none was given
 * @param before what it changed, as it was
 * @param after the same, as it is now
 * @param inForce whether it still holds: nothing later has changed the same thing
 * @param undoable whether it can be taken back
 */
public record ActionFigures(
    long number, double atSeconds, String kind, String target, String by, String reason, ImmutableMap<String, String> before,
    ImmutableMap<String, String> after, boolean inForce, boolean undoable) {}
