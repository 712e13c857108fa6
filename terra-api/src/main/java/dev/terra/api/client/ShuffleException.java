package dev.terra.api.client;

/** The failure of a shuffle. The message states what is missing, and why. */
public final class ShuffleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message of one line. */
  public ShuffleException(String message) {
    super(message);
  }
}
