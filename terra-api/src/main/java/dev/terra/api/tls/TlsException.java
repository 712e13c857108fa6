package dev.terra.api.tls;

import java.io.IOException;

/** The failure that certificates or keys cannot be used. The message is one line that names the file and what was expected. */
public final class TlsException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message of one line. */
  public TlsException(String message) {
    super(message);
  }
}
