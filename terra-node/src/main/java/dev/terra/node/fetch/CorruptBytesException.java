package dev.terra.node.fetch;

import java.io.IOException;

/** The exception for bytes that are not those that the origin has read. Some of them may have been passed to the reader. */
public final class CorruptBytesException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptBytesException(String message) {
    super(message);
  }
}
