package dev.terra.schedule.lp;

/** A program that could not be solved: a fault of a solver, not of the input. */
public final class LpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which solver failed and how. */
  public LpException(String message) {
    super(message);
  }
}
