package dev.terra.api.tls;

import java.io.IOException;

/** Certificates or keys that cannot be used. The message is one line that names the file and what was expected. */
public final class TlsException extends IOException {
  private static final long serialVersionUID = 1L;

  /** A problem, in one line. */
  public TlsException(String message) {
    super(message);
  }
}
