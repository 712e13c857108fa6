package dev.terra.lab.agents;

import dev.terra.testbed.Labelled;

/** The quantity that changes in the middle of a shuffle. */
enum Change implements Labelled {
  /** The ratio by which bytes shrink. The file then has bytes of two kinds. */
  RATIO,
  /** The rate that the controller plans with. */
  RATE,
  /** The cores of each agent. */
  LOAD
}
