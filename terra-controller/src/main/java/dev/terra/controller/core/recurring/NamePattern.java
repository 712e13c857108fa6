package dev.terra.controller.core.recurring;

import java.util.regex.Pattern;

/**
 * The part that the names of a recurring job's runs have in common. Numbers, dates and UUIDs are replaced with {@code #}. A number of up to
 * three digits that follows a letter is a part of the name, as in the names of queries: {@code load_20261129_0001} becomes {@code load_#},
 * and {@code q12 of 2026-11-29} becomes {@code q12 of #}.
 */
final class NamePattern {
  /** The most characters of a pattern. A longer name is the text of a query, whose beginning is sufficient. */
  private static final int MOST_CHARACTERS = 200;
  private static final Pattern UUID = Pattern.compile("\\b\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b");
  private static final Pattern NUMBERS = Pattern.compile("(?:(?<![A-Za-z0-9])[0-9]+|[0-9]{4,})(?:[-_:./T ][0-9]+)*");

  private NamePattern() {}

  static String of(String name) {
    String pattern = NUMBERS.matcher(UUID.matcher(name).replaceAll("#")).replaceAll("#");
    return pattern.substring(0, Math.min(pattern.length(), MOST_CHARACTERS));
  }
}
