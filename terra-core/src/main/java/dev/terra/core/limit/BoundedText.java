package dev.terra.core.limit;

/** Words of somebody else's, made fit to be passed on: one line of bounded length. */
public final class BoundedText {
  /** A sentence and a path; what is longer is cut. */
  public static final int MOST_CHARACTERS = 400;
  private static final String CUT = "...";

  private BoundedText() {}

  /** A text on one line: control characters are spaces, and what is beyond {@link #MOST_CHARACTERS} is left out. */
  public static String of(String text) {
    String line = text.substring(0, Math.min(text.length(), MOST_CHARACTERS)).replaceAll("\\p{Cntrl}+", " ").strip();
    return text.length() > MOST_CHARACTERS ? line + CUT : line;
  }

  /** A reason with what somebody said of it, if they said anything. */
  public static String because(String reason, String words) {
    String line = of(words);
    return line.isEmpty() ? reason : reason + ": " + line;
  }
}
