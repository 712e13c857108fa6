package dev.terra.sim;

/**
 * Thrown if the numbers of a run cannot be true: bytes are lost or made up, a link is above its capacity, or a shuffle is faster than
 * possible.
 */
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with a description of the problem. */
  public AuditException(String problem) {
    super(problem);
  }
}
