package dev.terra.testbed;

/** Something that a testbed cannot do. The message is one line that says what went wrong and, where known, what to do. */
public final class TestbedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem with nothing behind it. */
  public TestbedException(String message) {
    super(message);
  }

  /** A problem and what caused it. */
  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
