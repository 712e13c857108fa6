package dev.terra.core.limit;

import java.util.regex.Pattern;

/** Foreign text, made fit to be passed on: one line of bounded length. */
public final class BoundedText {
  /** A sentence and a path; what is longer is cut. */
  public static final int MOST_CHARACTERS = 400;
  private static final Pattern UNCLEAN =
      Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]+");
  private static final String CUT = "...";

  private BoundedText() {}

  /** A text on one line: control characters are spaces, and what is beyond {@link #MOST_CHARACTERS} is left out. */
  public static String of(String text) {
    String line = clean(text.substring(0, Math.min(text.length(), MOST_CHARACTERS))).strip();
    return text.length() > MOST_CHARACTERS ? line + CUT : line;
  }

  /**
   * A text on one line, of any length: what could end the line, move a terminal's cursor or turn the direction of what is read is a space.
   * These are the control characters of ASCII and of Latin-1, line and paragraph separators, and marks of direction.
   */
  public static String clean(String text) {
    return UNCLEAN.matcher(text).replaceAll(" ");
  }

  /** A reason with a person's remark, if there is one. */
  public static String because(String reason, String words) {
    String line = of(words);
    return line.isEmpty() ? reason : reason + ": " + line;
  }
}
