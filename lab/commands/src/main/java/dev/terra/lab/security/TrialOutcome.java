package dev.terra.lab.security;

/** What came of an attempt: whether it got what it was after, in words. */
record TrialOutcome(boolean refused, String words) {
  static TrialOutcome refused(String words) {
    return new TrialOutcome(true, "refused: " + words);
  }

  static TrialOutcome served(String words) {
    return new TrialOutcome(false, "SERVED: " + words);
  }
}
