package dev.terra.history.store;

import dev.terra.core.wan.WanNotation;
import java.util.List;

/** Joins the names of links to one text with one line for each. */
final class LinkNames {
  private static final String SEPARATOR = "\n";
  /** The text between the ends of a link in older files. */
  private static final String OLD_ARROW = "->";

  private LinkNames() {}

  static String join(List<String> names) {
    return String.join(SEPARATOR, names);
  }

  static List<String> split(String text) {
    return List.of(text.replace(OLD_ARROW, WanNotation.SEPARATOR).split(SEPARATOR, -1));
  }
}
