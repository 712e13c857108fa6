package dev.terra.node.fetch;

import java.io.IOException;

/** The bytes that have arrived are not those that the origin has read; some of them may have gone to the reader. */
public final class CorruptBytesException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptBytesException(String message) {
    super(message);
  }
}
