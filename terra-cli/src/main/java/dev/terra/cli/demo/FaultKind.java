package dev.terra.cli.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What can break in the middle of a run. */
enum FaultKind {
  /** The agent of a site is killed. */
  AGENT,
  /** The controller is killed. */
  CONTROLLER,
  /** A link loses everything that is sent over it. */
  LINK,
  /** NodeManagers are killed, one after the other, and started again. */
  NODE,
  /** Nothing breaks, but smaller shuffles come first for minutes. */
  PREEMPTION;

  /** As on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The labels of all. */
  static List<String> labels() {
    return Arrays.stream(values()).map(FaultKind::label).toList();
  }
}
