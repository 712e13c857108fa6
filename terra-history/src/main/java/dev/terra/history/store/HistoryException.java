package dev.terra.history.store;

import org.jspecify.annotations.Nullable;

/** The store cannot be used as asked; the message says which file, and what to do. */
public final class HistoryException extends Exception {
  private static final long serialVersionUID = 1;

  /** Why, and what brought it up. */
  public HistoryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
