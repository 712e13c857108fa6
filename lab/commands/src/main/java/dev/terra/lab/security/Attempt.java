package dev.terra.lab.security;

import java.io.IOException;

/** Something that a hostile process tries at a port. */
record Attempt(String port, String name, Trial trial) {
  /** How it is tried. */
  interface Trial {
    /** What came of it; an exception: the connection was refused or ended. */
    TrialOutcome go() throws IOException, InterruptedException;
  }

  /** Tries it. */
  SecurityRow row() throws InterruptedException {
    TrialOutcome outcome;
    try {
      outcome = trial.go();
    } catch (IOException e) {
      outcome = TrialOutcome.refused(String.valueOf(e.getMessage()));
    }
    return new SecurityRow(port, name, outcome.words(), outcome.refused());
  }
}
