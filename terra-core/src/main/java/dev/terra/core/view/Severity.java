package dev.terra.core.view;

/** The urgency of an event for operators. */
public enum Severity {
  /** The event belongs to normal operation. */
  INFO,
  /** Something is away or was refused; Terra continues without it. */
  WARNING,
  /** Terra could not do its task. */
  ERROR
}
