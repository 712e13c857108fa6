package dev.terra.rest.api;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The reason why a request fails: an RFC 9457 problem. */
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

  /** Creates a problem with a status and words that describe what to do. */
  public static Problem of(int status, String detail) {
    return new Problem(status, detail, null, null);
  }

  /** Creates a problem with status 404: the requested thing does not exist. */
  public static Problem notFound(String detail) {
    return of(404, detail);
  }

  /** Creates a problem with status 400: a parameter, or a member of the body, is wrong. */
  public static Problem badParameter(String name, String detail) {
    return new Problem(400, detail, name, null);
  }

  /** Creates a problem with status 429 or 503: the caller should try again later. */
  public static Problem later(int status, String detail, int seconds) {
    return new Problem(status, detail, null, seconds);
  }

  /** Creates a problem with status 503: the request may have been carried out, or may still be. */
  public static Problem unknown(String detail, int seconds) {
    return new Problem(503, detail, null, seconds, true);
  }

  /** Returns whether the request may have been carried out nevertheless. */
  public boolean isOutcomeUnknown() {
    return outcomeUnknown;
  }

  /** Returns the HTTP status, 400 to 599. */
  public int status() {
    return status;
  }

  /** Returns the name of the wrong parameter, if there is one. */
  public Optional<String> parameter() {
    return Optional.ofNullable(parameter);
  }

  /** Returns after how many seconds the caller should try again, if that helps. */
  public OptionalInt retryAfterSeconds() {
    return retryAfterSeconds == null ? OptionalInt.empty() : OptionalInt.of(retryAfterSeconds);
  }
}
