package dev.terra.history.store;

import dev.terra.core.wan.WanNotation;
import java.util.List;

/** The names of links as one text, a line each. */
final class LinkNames {
  private static final String SEPARATOR = "\n";
  /** What older files have between the ends of a link. */
  private static final String OLD_ARROW = "->";

  private LinkNames() {}

  static String join(List<String> names) {
    return String.join(SEPARATOR, names);
  }

  static List<String> split(String text) {
    return List.of(text.replace(OLD_ARROW, WanNotation.SEPARATOR).split(SEPARATOR, -1));
  }
}
