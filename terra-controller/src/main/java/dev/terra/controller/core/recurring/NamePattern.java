package dev.terra.controller.core.recurring;

import java.util.regex.Pattern;

/**
 * What the names of a recurring job's runs have in common: numbers, dates and UUIDs are {@code #}. A number of up to three digits that
 * follows a letter is a part of the name, as queries have it: {@code load_20261129_0001} is {@code load_#}, {@code q12 of 2026-11-29} is
 * {@code q12 of #}.
 */
final class NamePattern {
  /** A name beyond this is a query's text, of which the beginning says enough. */
  private static final int MOST_CHARACTERS = 200;
  private static final Pattern UUID = Pattern.compile("\\b\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b");
  private static final Pattern NUMBERS = Pattern.compile("(?:(?<![A-Za-z0-9])[0-9]+|[0-9]{4,})(?:[-_:./T ][0-9]+)*");

  private NamePattern() {}

  static String of(String name) {
    String pattern = NUMBERS.matcher(UUID.matcher(name).replaceAll("#")).replaceAll("#");
    return pattern.substring(0, Math.min(pattern.length(), MOST_CHARACTERS));
  }
}
