package dev.terra.network.onos;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call to ONOS: ONOS could not be reached, or did not do what was requested. The message names the call and what to do.
 */
public final class OnosException extends Exception {
  @Serial
  private static final long serialVersionUID = 1L;

  /** The kinds of failures. */
  public enum Kind {
    /** There was no answer in time; the same call may succeed later. */
    UNREACHABLE,
    /** The user name, the password or the certificate is wrong. */
    CREDENTIALS,
    /** The device or rule is unknown to ONOS. */
    UNKNOWN,
    /** ONOS refuses the call; the same call will not succeed later. */
    REFUSED,
    /** The answer is not one of ONOS. */
    NOT_ONOS
  }

  private final Kind kind;

  OnosException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  OnosException(Kind kind, String message) {
    this(kind, message, null);
  }

  /** Returns the kind of this failure. */
  public Kind kind() {
    return kind;
  }
}
