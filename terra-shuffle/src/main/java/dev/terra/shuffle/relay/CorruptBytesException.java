package dev.terra.shuffle.relay;

import java.io.IOException;

/** What has come is not what the origin has read, though some of it may have gone to the reader already. */
final class CorruptBytesException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptBytesException(String message) {
    super(message);
  }
}
