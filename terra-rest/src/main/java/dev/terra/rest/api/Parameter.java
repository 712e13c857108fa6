package dev.terra.rest.api;

import com.google.common.collect.ImmutableList;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A parameter of an endpoint, in its path or its query. All of the path's are needed.
 *
 * @param sentence what it means
 * @param allowed its values, if there are only a few
 * @param least of a whole number
 * @param most of a whole number
 * @param otherwise what it is where it is not given
 * @param required whether it has to be given
 */
public record Parameter(
    String name, Kind kind, boolean inPath, String sentence, ImmutableList<String> allowed, long least, long most,
    Optional<String> otherwise, boolean required) {
  /** Longer values are a mistake. */
  public static final int MOST_CHARACTERS = 512;

  /** What its value is. */
  public enum Kind {
    TEXT,
    WHOLE,
    BOOLEAN,
    TIME
  }

  /** A parameter of the path. */
  public static Parameter inPath(String name, String sentence) {
    return new Parameter(name, Kind.TEXT, true, sentence, ImmutableList.of(), 0, 0, Optional.empty(), true);
  }

  /** A text in the query. */
  public static Parameter text(String name, String sentence) {
    return new Parameter(name, Kind.TEXT, false, sentence, ImmutableList.of(), 0, 0, Optional.empty(), false);
  }

  /** A text in the query that is one of a few. */
  public static Parameter oneOf(String name, String sentence, String... allowed) {
    return new Parameter(name, Kind.TEXT, false, sentence, ImmutableList.copyOf(allowed), 0, 0, Optional.empty(), false);
  }

  /** A whole number in the query. */
  public static Parameter whole(String name, String sentence, long least, long most, long otherwise) {
    return new Parameter(
        name, Kind.WHOLE, false, sentence, ImmutableList.of(), least, most, Optional.of(Long.toString(otherwise)), false);
  }

  /** Yes or no in the query. */
  public static Parameter flag(String name, String sentence) {
    return new Parameter(name, Kind.BOOLEAN, false, sentence, ImmutableList.of("true", "false"), 0, 0, Optional.empty(), false);
  }

  /** A time in the query. */
  public static Parameter time(String name, String sentence) {
    return new Parameter(name, Kind.TIME, false, sentence, ImmutableList.of(), 0, 0, Optional.empty(), false);
  }

  /** This parameter, as one that a request must have. */
  public Parameter needed() {
    return new Parameter(name, kind, inPath, sentence, allowed, least, most, otherwise, true);
  }

  /**
   * Checks a value.
   *
   * @throws Problem if it is none of this parameter's
   */
  public void check(String value) {
    if (value.length() > MOST_CHARACTERS) {
      throw Problem.badParameter(name, "expected at most " + MOST_CHARACTERS + " characters of '" + name + "', got " + value.length());
    }
    if (!allowed.isEmpty() && !allowed.contains(value)) {
      throw Problem.badParameter(name, "expected '" + name + "' to be one of " + allowed + ", got '" + value + "'");
    }
    if (kind == Kind.WHOLE) {
      checkWhole(value);
    } else if (kind == Kind.TIME) {
      checkTime(value);
    }
  }

  private void checkWhole(String value) {
    try {
      long number = Long.parseLong(value);
      if (number < least || number > most) {
        throw Problem.badParameter(name, "expected '" + name + "' to be " + least + " to " + most + ", got " + value);
      }
    } catch (NumberFormatException e) {
      throw Problem.badParameter(name, "expected '" + name + "' to be a whole number, got '" + value + "'");
    }
  }

  private void checkTime(String value) {
    if (!isTime(value)) {
      throw Problem.badParameter(name, "expected '" + name + "' to be a time such as 2026-01-31T12:00:00Z, got '" + value + "'");
    }
  }

  /** Whether a text is a time whose milliseconds are a number of 64 bits. */
  private static boolean isTime(String value) {
    try {
      Instant time = Instant.parse(value);
      return !time.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE)) && !time.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE));
    } catch (DateTimeException e) {
      return false;
    }
  }
}
