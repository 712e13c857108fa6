package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;

/**
 * What a reader gets who knows the view of some version.
 *
 * @param missed whether changes after that version are no longer kept, or it is none of this controller's; then the reader has to take
 *     the current view and go on from there
 * @param changes the changes after that version, oldest first; none if some were missed
 */
public record ViewChanges(boolean missed, ImmutableList<ControllerChange> changes) {}
