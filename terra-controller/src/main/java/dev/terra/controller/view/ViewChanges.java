package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;

/**
 * The answer to a reader that has the view of some version.
 *
 * @param missed whether changes after that version have been dropped, or the version is not one of this controller; then the reader
 *     has to take the current view and go on from there
 * @param changes the changes after that version, oldest first; empty if some were missed
 */
public record ViewChanges(boolean missed, ImmutableList<ControllerChange> changes) {}
