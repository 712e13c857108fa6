package dev.terra.controller.view;

/**
 * Sums over the controller's time.
 *
 * @param outstandingSeconds for how long any shuffle had placed bytes left to send
 * @param endedShuffles how many shuffles are over, those that failed among them
 * @param failedShuffles how many submitted ones are over though not all of them has arrived
 */
public record WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles) {
  /** Nothing has happened yet. */
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0);
}
