package dev.terra.controller.view;

/**
 * The scheduling rounds so far.
 *
 * @param epoch the number of the last schedule that agents were told
 * @param count rounds since the controller started
 * @param lastMillis how long the last one took
 * @param failed whether the last one found no schedule, so that the one before stands
 * @param stands whether the last one left the schedule as it was
 */
public record RoundFigures(long epoch, long count, double lastMillis, boolean failed, boolean stands) {
  /** None yet. */
  public static final RoundFigures NONE = new RoundFigures(0, 0, 0, false, true);
}
