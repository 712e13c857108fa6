package dev.terra.sim;

/** A run whose numbers cannot be true: bytes lost or made, a link above its capacity, a shuffle faster than possible. */
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was found. */
  public AuditException(String problem) {
    super(problem);
  }
}
