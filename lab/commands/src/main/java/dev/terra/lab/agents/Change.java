package dev.terra.lab.agents;

import dev.terra.testbed.Labelled;

/** What changes in the middle of a shuffle. */
enum Change implements Labelled {
  /** The ratio by which bytes shrink: those of the file are of two kinds. */
  RATIO,
  /** The rate that the controller plans with. */
  RATE,
  /** The cores that agents have. */
  LOAD
}
