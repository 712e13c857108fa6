package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;

/**
 * One action of an operator.
 *
 * @param number 1 for the first action, then one more for each
 * @param atSeconds when it was taken, in seconds since the controller started
 * @param kind its kind, such as {@code drain-link}
 * @param target the link, site, path, shuffle, job or queue
 * @param by the operator
 * @param reason the operator's reason; empty if none was given
 * @param before the previous values of what the action changed
 * @param after the values that the action set
 * @param inForce whether the action still holds: no later action has changed the same thing
 * @param undoable whether it can be undone
 */
public record ActionFigures(
    long number, double atSeconds, String kind, String target, String by, String reason, ImmutableMap<String, String> before,
    ImmutableMap<String, String> after, boolean inForce, boolean undoable) {}
