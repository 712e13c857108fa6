package dev.terra.core.view;

/** How urgent an event is for operators. */
public enum Severity {
  /** Ordinary life. */
  INFO,
  /** Something is away or was refused; Terra goes on without it. */
  WARNING,
  /** Terra could not do what it is for. */
  ERROR
}
