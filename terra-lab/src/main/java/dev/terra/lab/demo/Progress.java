package dev.terra.lab.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Tells people on standard error what is going on, with the time since the start. On a terminal one line can stay below all others. */
final class Progress {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final LongSupplier nanoClock;
  private final long start;
  private String pinned = "";

  Progress(PrintStream err, LongSupplier nanoClock) {
    this.err = err;
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
  }

  void say(String format, Object... arguments) {
    double seconds = (nanoClock.getAsLong() - start) / 1e9;
    print(String.format(Locale.ROOT, "[%5.1f s] ", seconds) + String.format(Locale.ROOT, format, arguments));
  }

  // Java 17 has no console where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    return System.console() != null;
  }

  /** Says something that stays in sight: below all that is said from now on, on a terminal; else once. */
  void pin(String line) {
    print(line);
    pinned = isTerminal() ? line : "";
  }

  /** Lets go of what stays in sight. */
  void unpin() {
    if (!pinned.isEmpty()) {
      pinned = "";
      err.println();
    }
  }

  private synchronized void print(String line) {
    if (pinned.isEmpty()) {
      err.println(line);
    } else {
      err.print(CLEAR_LINE + line + System.lineSeparator() + pinned);
      err.flush();
    }
  }
}
