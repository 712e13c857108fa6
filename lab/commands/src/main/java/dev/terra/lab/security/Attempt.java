package dev.terra.lab.security;

import java.io.IOException;

/** An attempt of a hostile process at a port. */
record Attempt(String port, String name, Trial trial) {
  /** The action of an attempt. */
  interface Trial {
    /** Makes the attempt and returns its outcome. An exception means that the connection was refused or ended. */
    TrialOutcome go() throws IOException, InterruptedException;
  }

  /** Makes the attempt, and returns its row. */
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
