package dev.terra.history.store;

import org.jspecify.annotations.Nullable;

/** Thrown when the store cannot be used as requested. The message names the file and what to do. */
public final class HistoryException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a message and its cause, if there is one. */
  public HistoryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
