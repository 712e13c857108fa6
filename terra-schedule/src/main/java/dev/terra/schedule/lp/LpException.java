package dev.terra.schedule.lp;

/** Thrown if a program could not be solved. This is a fault of a solver, not of the input. */
public final class LpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception whose message names the solver and the failure. */
  public LpException(String message) {
    super(message);
  }
}
