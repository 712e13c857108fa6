package dev.terra.lab.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * What is promised of a transfer during which something breaks. It is kept or not by what was seen, whatever became of the transfer.
 *
 * @param outcome what has to become of it: {@link Outcome#DELIVERED}, or {@link Outcome#FAILED_CLEARLY} where the fault makes delivery
 *     impossible
 * @param resumedSeconds limit from a fault until things go on, as {@link RunReport} has it; infinite where there is none
 * @param returnUsedSeconds limit from a link's return to the first byte that arrived over it; infinite where there is none
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
   * What of it was not kept, in words; empty if it was kept.
   *
   * @param became what became of the transfer
   * @param resumed when things went on; null if that was not seen
   * @param returnUsed when the link's return was used; null if that was not seen
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
