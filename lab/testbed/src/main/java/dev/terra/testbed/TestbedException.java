package dev.terra.testbed;

/** A failure of a testbed. The message is one line that names the problem and, where known, its solution. */
public final class TestbedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception without a cause. */
  public TestbedException(String message) {
    super(message);
  }

  /** Makes an exception with a cause. */
  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
