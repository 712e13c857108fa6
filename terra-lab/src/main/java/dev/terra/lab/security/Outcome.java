package dev.terra.lab.security;

/** What came of an attempt: whether it got what it was after, in words. */
record Outcome(boolean refused, String words) {
  static Outcome refused(String words) {
    return new Outcome(true, "refused: " + words);
  }

  static Outcome served(String words) {
    return new Outcome(false, "SERVED: " + words);
  }
}
