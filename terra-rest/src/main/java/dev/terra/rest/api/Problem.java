package dev.terra.rest.api;

import java.util.Optional;
import java.util.OptionalInt;

/** Why a request is not answered as it asked: an RFC 9457 problem. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Optional<String> parameter;
  private final transient OptionalInt retryAfterSeconds;
  private final boolean outcomeUnknown;

  private Problem(int status, String detail, Optional<String> parameter, OptionalInt retryAfterSeconds) {
    this(status, detail, parameter, retryAfterSeconds, false);
  }

  private Problem(int status, String detail, Optional<String> parameter, OptionalInt retryAfterSeconds, boolean outcomeUnknown) {
    super(detail, null, false, false);
    this.status = status;
    this.parameter = parameter;
    this.retryAfterSeconds = retryAfterSeconds;
    this.outcomeUnknown = outcomeUnknown;
  }

  /** A problem with a status, in words that say what to do. */
  public static Problem of(int status, String detail) {
    return new Problem(status, detail, Optional.empty(), OptionalInt.empty());
  }

  /** 404: there is no such thing. */
  public static Problem notFound(String detail) {
    return of(404, detail);
  }

  /** 400: a parameter, or a member of the body, is not as it should be. */
  public static Problem badParameter(String name, String detail) {
    return new Problem(400, detail, Optional.of(name), OptionalInt.empty());
  }

  /** 429 or 503: another time. */
  public static Problem later(int status, String detail, int seconds) {
    return new Problem(status, detail, Optional.empty(), OptionalInt.of(seconds));
  }

  /** 503: what was asked for may have been done, or may still be done. */
  public static Problem unknown(String detail, int seconds) {
    return new Problem(503, detail, Optional.empty(), OptionalInt.of(seconds), true);
  }

  /** Whether what was asked for may have been done all the same. */
  public boolean isOutcomeUnknown() {
    return outcomeUnknown;
  }

  /** The HTTP status, 400 to 599. */
  public int status() {
    return status;
  }

  /** The parameter that is wrong, if one is. */
  public Optional<String> parameter() {
    return parameter;
  }

  /** When to come again, if that helps. */
  public OptionalInt retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
