package dev.terra.api.client;

/** A shuffle that was not completed; the message says what is missing of it and why. */
public final class ShuffleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem, in one line. */
  public ShuffleException(String message) {
    super(message);
  }
}
