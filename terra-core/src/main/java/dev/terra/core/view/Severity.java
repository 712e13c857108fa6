package dev.terra.core.view;

/** How much an event asks of whoever runs Terra. */
public enum Severity {
  /** Ordinary life. */
  INFO,
  /** Something is away or was refused; Terra goes on without it. */
  WARNING,
  /** Terra could not do what it is for. */
  ERROR
}
