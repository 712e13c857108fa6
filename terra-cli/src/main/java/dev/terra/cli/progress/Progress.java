package dev.terra.cli.progress;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows the progress of a command on standard error: in lines with the time since the command's start and, on a terminal, in one line that
 * stays below all others or shows a bar. It is thread-safe.
 */
public final class Progress {
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final int BAR_WIDTH = 40;
  private static final long BAR_STEP_NANOS = 200_000_000;

  private final Supplier<PrintWriter> err;
  private final LongSupplier nanoClock;
  private final boolean terminal;
  private final long start;
  private String pinned = "";
  private long lastBarNanos;

  /**
   * Makes the progress of a command that starts at this time.
   *
   * @param err the writer for people; it is requested for each line, since a command has it only while it runs
   * @param nanoClock monotonic nanoseconds
   */
  public Progress(Supplier<PrintWriter> err, LongSupplier nanoClock) {
    this(err, nanoClock, isTerminal());
  }

  Progress(Supplier<PrintWriter> err, LongSupplier nanoClock, boolean terminal) {
    this.err = err;
    this.nanoClock = nanoClock;
    this.terminal = terminal;
    this.start = nanoClock.getAsLong();
    this.lastBarNanos = start;
  }

  // Java 17 has no console where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    return System.console() != null;
  }

  /** Prints a line, with the time. */
  public void say(String line) {
    print(String.format(Locale.ROOT, "[%5.1f s] ", (nanoClock.getAsLong() - start) / 1e9) + line);
  }

  /** Prints a formatted line, with the time. */
  public void say(String format, Object... arguments) {
    say(String.format(Locale.ROOT, format, arguments));
  }

  /** Prints a line that, on a terminal, stays below all later lines. */
  public synchronized void pin(String line) {
    print(line);
    pinned = terminal ? line : "";
  }

  /** Releases the line that stays. */
  public synchronized void unpin() {
    if (!pinned.isEmpty()) {
      pinned = "";
      err.get().println();
      err.get().flush();
    }
  }

  /** Shows a bar of {@code done} of {@code all} things on a terminal, a few times a second at most. */
  public synchronized void bar(String what, int done, int all) {
    if (terminal && nanoClock.getAsLong() - lastBarNanos > BAR_STEP_NANOS) {
      lastBarNanos = nanoClock.getAsLong();
      int filled = (int) ((long) BAR_WIDTH * done / all);
      pinned = "[" + "=".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + what + " " + done + "/" + all;
      err.get().print(CLEAR_LINE + pinned);
      err.get().flush();
    }
  }

  /** Removes the bar. */
  public synchronized void clearBar() {
    if (!pinned.isEmpty()) {
      pinned = "";
      err.get().print(CLEAR_LINE);
      err.get().flush();
    }
  }

  private synchronized void print(String line) {
    PrintWriter out = err.get();
    if (pinned.isEmpty()) {
      out.println(line);
    } else {
      out.print(CLEAR_LINE + line + System.lineSeparator() + pinned);
    }
    out.flush();
  }
}
