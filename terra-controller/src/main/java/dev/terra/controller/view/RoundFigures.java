package dev.terra.controller.view;

/**
 * The scheduling rounds so far.
 *
 * @param epoch the number of the last schedule that agents got
 * @param count rounds since the controller started
 * @param lastMillis how long the last one took
 * @param failed whether the last one found no schedule, so that the one before stands
 * @param stands whether the last one left the schedule as it was
 * @param foreseenSeconds up to which time the last one that was played out was, since the controller started; 0 if none was
 */
public record RoundFigures(long epoch, long count, double lastMillis, boolean failed, boolean stands, double foreseenSeconds) {
  /** None yet. */
  public static final RoundFigures NONE = new RoundFigures(0, 0, 0, false, true, 0);
}
