package dev.terra.rest.api;

import com.google.common.collect.ImmutableList;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A parameter of an endpoint, in its path or its query. All parameters of the path are required.
 *
 * @param sentence its meaning
 * @param allowed its values, if there are only a few
 * @param least the least value of a whole number
 * @param most the largest value of a whole number
 * @param otherwise the value if it is not given
 * @param required whether it must be given
 */
public record Parameter(
    String name, Kind kind, boolean inPath, String sentence, ImmutableList<String> allowed, long least, long most,
    Optional<String> otherwise, boolean required) {
  /** The most characters of a value. */
  public static final int MOST_CHARACTERS = 512;

  /** The type of a parameter's value. */
  public enum Kind {
    TEXT,
    WHOLE,
    BOOLEAN,
    TIME
  }

  /** Creates a parameter of the path. */
  public static Parameter inPath(String name, String sentence) {
    return new Parameter(name, Kind.TEXT, true, sentence, ImmutableList.of(), 0, 0, Optional.empty(), true);
  }

  /** Creates a text parameter of the query. */
  public static Parameter text(String name, String sentence) {
    return new Parameter(name, Kind.TEXT, false, sentence, ImmutableList.of(), 0, 0, Optional.empty(), false);
  }

  /** Creates a text parameter of the query that has only a few values. */
  public static Parameter oneOf(String name, String sentence, String... allowed) {
    return new Parameter(name, Kind.TEXT, false, sentence, ImmutableList.copyOf(allowed), 0, 0, Optional.empty(), false);
  }

  /** Creates a whole-number parameter of the query. */
  public static Parameter whole(String name, String sentence, long least, long most, long otherwise) {
    return new Parameter(
        name, Kind.WHOLE, false, sentence, ImmutableList.of(), least, most, Optional.of(Long.toString(otherwise)), false);
  }

  /** Creates a parameter of the query that is true or false. */
  public static Parameter flag(String name, String sentence) {
    return new Parameter(name, Kind.BOOLEAN, false, sentence, ImmutableList.of("true", "false"), 0, 0, Optional.empty(), false);
  }

  /** Creates a time parameter of the query. */
  public static Parameter time(String name, String sentence) {
    return new Parameter(name, Kind.TIME, false, sentence, ImmutableList.of(), 0, 0, Optional.empty(), false);
  }

  /** Returns this parameter as a required one. */
  public Parameter needed() {
    return new Parameter(name, kind, inPath, sentence, allowed, least, most, otherwise, true);
  }

  /**
   * Checks a value.
   *
   * @throws Problem if this parameter cannot have the value
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

  /** Returns whether a text is a time whose milliseconds since 1970 fit into 64 bits. */
  private static boolean isTime(String value) {
    try {
      Instant time = Instant.parse(value);
      return !time.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE)) && !time.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE));
    } catch (DateTimeException e) {
      return false;
    }
  }
}
