package dev.terra.sim.trace;

/** A trace that cannot be used. The message names the file, where in it, and what was expected. */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem, for people. */
  public TraceException(String problem) {
    super(problem);
  }
}
