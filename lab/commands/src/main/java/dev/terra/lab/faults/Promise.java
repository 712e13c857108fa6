package dev.terra.lab.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * The promise for a transfer during which something breaks. Observations decide whether it is kept, whatever the
 * outcome of the transfer.
 *
 * @param outcome the required outcome: {@link Outcome#DELIVERED}, or {@link Outcome#FAILED_CLEARLY} if the fault makes
 *     delivery impossible
 * @param resumedSeconds the limit from a fault until work resumes, as in {@link RunReport}; infinite if there is no
 *     limit
 * @param returnUsedSeconds the limit from a link's return to the first byte that arrived over it; infinite if there is
 *     no limit
 */
record Promise(Outcome outcome, double resumedSeconds, double returnUsedSeconds) {
  /** All bytes arrive, in any time within the transfer's deadline. */
  static final Promise DELIVERY = new Promise(Outcome.DELIVERED, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  Promise {
    if (outcome != Outcome.DELIVERED && outcome != Outcome.FAILED_CLEARLY) {
      throw new IllegalArgumentException("nobody promises that a transfer is " + outcome);
    }
  }

  Promise resumedWithin(double seconds) {
    return new Promise(outcome, seconds, returnUsedSeconds);
  }

  Promise returnUsedWithin(double seconds) {
    return new Promise(outcome, resumedSeconds, seconds);
  }

  /**
   * Returns which parts of the promise were broken, in words; empty if it was kept.
   *
   * @param became the outcome of the transfer
   * @param resumed the time until work resumed; null if that was not observed
   * @param returnUsed the time until the link's return was used; null if that was not observed
   */
  List<String> broken(Outcome became, Double resumed, Double returnUsed) {
    List<String> broken = new ArrayList<>();
    if (became != outcome) {
      broken.add("it was to be " + outcome);
    }
    check(broken, "things went on", resumed, resumedSeconds);
    check(broken, "the link's return was used", returnUsed, returnUsedSeconds);
    return broken;
  }

  private static void check(List<String> broken, String what, Double seconds, double limit) {
    if (!Double.isInfinite(limit) && (seconds == null || seconds > limit)) {
      broken.add(what + (seconds == null ? " never, as far as was seen" : " after " + seconds + " s") + "; the limit is " + limit + " s");
    }
  }
}
