package dev.terra.history.store;

import java.util.List;

/** The names of links as one text, a line each. */
final class LinkNames {
  private static final String SEPARATOR = "\n";

  private LinkNames() {}

  static String join(List<String> names) {
    return String.join(SEPARATOR, names);
  }

  static List<String> split(String text) {
    return List.of(text.split(SEPARATOR, -1));
  }
}
