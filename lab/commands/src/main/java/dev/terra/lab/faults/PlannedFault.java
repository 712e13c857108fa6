package dev.terra.lab.faults;

import java.util.Locale;

/**
 * A fault and its time.
 *
 * @param atSeconds after the transfer has reached its middle
 * @param holdSeconds from the fault to its repair
 */
record PlannedFault(Fault fault, double atSeconds, double holdSeconds) {
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s at %.1f s for %.1f s", fault.name(), atSeconds, holdSeconds);
  }
}
