package dev.terra.lab.faults;

import com.fasterxml.jackson.annotation.JsonValue;

/** What became of a transfer during which something broke. */
public enum Outcome {
  /** All bytes are there, verified, each once. */
  DELIVERED("delivered"),
  /** The caller heard in time that and why they are not. */
  FAILED_CLEARLY("failed clearly"),
  /** Bytes are missing, wrong, or doubled, and nothing said so. */
  WRONG("WRONG BYTES"),
  /** Neither success nor failure within the deadline. */
  HUNG("HUNG"),
  /** The fault did not strike as it was meant to, or the run could not be made. */
  NO_RESULT("NO RESULT"),
  /** The tests that stand for it failed. */
  TESTS_FAILED("TESTS FAILED"),
  /** It cannot be emulated here. */
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
