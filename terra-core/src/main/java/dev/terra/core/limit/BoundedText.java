package dev.terra.core.limit;

import java.util.regex.Pattern;

/** Turns text from other processes into text that may be logged and shown: one line of bounded length. */
public final class BoundedText {
  /** The most characters of a text: enough for a sentence and a path. Longer texts are cut. */
  public static final int MOST_CHARACTERS = 400;
  private static final Pattern UNCLEAN =
      Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]+");
  private static final String CUT = "...";

  private BoundedText() {}

  /** Returns a text as one line: control characters become spaces, and characters beyond {@link #MOST_CHARACTERS} are cut. */
  public static String of(String text) {
    String line = clean(text.substring(0, Math.min(text.length(), MOST_CHARACTERS))).strip();
    return text.length() > MOST_CHARACTERS ? line + CUT : line;
  }

  /**
   * Returns a text as one line of any length. Characters that could end the line, move a terminal's cursor or change the direction of
   * writing become spaces: the control characters of ASCII and of Latin-1, line and paragraph separators, and marks of direction.
   */
  public static String clean(String text) {
    return UNCLEAN.matcher(text).replaceAll(" ");
  }

  /** Returns a reason, with a person's remark if there is one. */
  public static String because(String reason, String words) {
    String line = of(words);
    return line.isEmpty() ? reason : reason + ": " + line;
  }
}
