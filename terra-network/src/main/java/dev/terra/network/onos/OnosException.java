package dev.terra.network.onos;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** ONOS could not be asked, or did not do what it was asked for; the message says which call, and what to do. */
public final class OnosException extends Exception {
  @Serial
  private static final long serialVersionUID = 1L;

  /** What kind of failure. */
  public enum Kind {
    /** No answer, or none in time: the same may work later. */
    UNREACHABLE,
    /** User name or password are wrong. */
    CREDENTIALS,
    /** The device or rule is not known there. */
    UNKNOWN,
    /** It says no: the same will not work later. */
    REFUSED,
    /** It answers something that ONOS does not. */
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

  /** What kind of failure. */
  public Kind kind() {
    return kind;
  }
}
