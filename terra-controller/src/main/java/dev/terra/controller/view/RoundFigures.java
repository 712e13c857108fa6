package dev.terra.controller.view;

/**
 * The scheduling rounds so far.
 *
 * @param epoch the number of the last schedule that agents received
 * @param count the number of rounds since the controller started
 * @param lastMillis how long the last round took
 * @param failed whether the last round found no schedule, so that the previous one stays in force
 * @param stands whether the last round left the schedule as it was
 * @param foreseenSeconds the time up to which the last simulated round was simulated, in seconds since the controller started; 0 if
 *     there was none
 */
public record RoundFigures(long epoch, long count, double lastMillis, boolean failed, boolean stands, double foreseenSeconds) {
  /** The figures before any round. */
  public static final RoundFigures NONE = new RoundFigures(0, 0, 0, false, true, 0);
}
