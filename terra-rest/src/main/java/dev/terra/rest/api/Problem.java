package dev.terra.rest.api;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Why a request is not answered as it asked: an RFC 9457 problem. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final @Nullable String parameter;
  private final @Nullable Integer retryAfterSeconds;
  private final boolean outcomeUnknown;

  private Problem(int status, String detail, @Nullable String parameter, @Nullable Integer retryAfterSeconds) {
    this(status, detail, parameter, retryAfterSeconds, false);
  }

  private Problem(int status, String detail, @Nullable String parameter, @Nullable Integer retryAfterSeconds, boolean outcomeUnknown) {
    super(detail, null, false, false);
    this.status = status;
    this.parameter = parameter;
    this.retryAfterSeconds = retryAfterSeconds;
    this.outcomeUnknown = outcomeUnknown;
  }

  /** A problem with a status, in words that say what to do. */
  public static Problem of(int status, String detail) {
    return new Problem(status, detail, null, null);
  }

  /** 404: there is no such thing. */
  public static Problem notFound(String detail) {
    return of(404, detail);
  }

  /** 400: a parameter, or a member of the body, is not as it should be. */
  public static Problem badParameter(String name, String detail) {
    return new Problem(400, detail, name, null);
  }

  /** 429 or 503: another time. */
  public static Problem later(int status, String detail, int seconds) {
    return new Problem(status, detail, null, seconds);
  }

  /** 503: what was asked for may have been done, or may still be done. */
  public static Problem unknown(String detail, int seconds) {
    return new Problem(503, detail, null, seconds, true);
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
    return Optional.ofNullable(parameter);
  }

  /** When to come again, if that helps. */
  public OptionalInt retryAfterSeconds() {
    return retryAfterSeconds == null ? OptionalInt.empty() : OptionalInt.of(retryAfterSeconds);
  }
}
