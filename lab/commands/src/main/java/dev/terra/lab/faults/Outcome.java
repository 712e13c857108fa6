package dev.terra.lab.faults;

import com.fasterxml.jackson.annotation.JsonValue;

/** The outcome of a transfer during which something broke. */
public enum Outcome {
  /** All bytes arrived, verified, each once. */
  DELIVERED("delivered"),
  /** The caller received in time a failure and its reason. */
  FAILED_CLEARLY("failed clearly"),
  /** Bytes are missing, wrong, or doubled, and no failure was reported. */
  WRONG("WRONG BYTES"),
  /** Neither success nor failure was reported within the deadline. */
  HUNG("HUNG"),
  /** The fault did not strike as intended, or the run could not be made. */
  NO_RESULT("NO RESULT"),
  /** The tests that stand for the row failed. */
  TESTS_FAILED("TESTS FAILED"),
  /** The fault cannot be emulated here. */
  NOT_RUN("not run");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  @JsonValue
  @Override
  public String toString() {
    return label;
  }
}
