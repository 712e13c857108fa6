package dev.terra.cli.progress;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells people on standard error how far a command is: in lines with the time since its start, and, on a terminal, by one line that stays
 * below all others or shows a bar. Thread-safe.
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
   * A command that starts now.
   *
   * @param err where people look; asked for with each line, since a command knows it only when it runs
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

  /** Says a line, with the time. */
  public void say(String line) {
    print(String.format(Locale.ROOT, "[%5.1f s] ", (nanoClock.getAsLong() - start) / 1e9) + line);
  }

  /** Says a line that is put together, with the time. */
  public void say(String format, Object... arguments) {
    say(String.format(Locale.ROOT, format, arguments));
  }

  /** Says something that stays in sight: below all that is said from now on, on a terminal; else once. */
  public synchronized void pin(String line) {
    print(line);
    pinned = terminal ? line : "";
  }

  /** Lets go of what stays in sight. */
  public synchronized void unpin() {
    if (!pinned.isEmpty()) {
      pinned = "";
      err.get().println();
      err.get().flush();
    }
  }

  /** Shows on a terminal that of all things so many are done, a few times a second at most. */
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
