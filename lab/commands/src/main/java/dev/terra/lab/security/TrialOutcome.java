package dev.terra.lab.security;

/** The outcome of an attempt: whether it was refused, in words. */
record TrialOutcome(boolean refused, String words) {
  static TrialOutcome refused(String words) {
    return new TrialOutcome(true, "refused: " + words);
  }

  static TrialOutcome served(String words) {
    return new TrialOutcome(false, "SERVED: " + words);
  }
}
