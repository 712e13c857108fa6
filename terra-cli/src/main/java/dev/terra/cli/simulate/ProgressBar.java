package dev.terra.cli.simulate;

import java.io.PrintWriter;

/** One line on a terminal that tells how far a long run is; silent where nobody watches. */
public final class ProgressBar {
  private static final int WIDTH = 40;
  private static final long STEP_NANOS = 200_000_000;

  private final PrintWriter terminal;
  private final boolean watched;
  private long lastNanos = System.nanoTime();
  private boolean shown;

  private ProgressBar(PrintWriter terminal, boolean watched) {
    this.terminal = terminal;
    this.watched = watched;
  }

  /** A bar on standard error, where that is a terminal. On a JDK from 22 on it is always shown, which does no harm. */
  @SuppressWarnings("SystemConsoleNull")
  public static ProgressBar on(PrintWriter standardError) {
    return new ProgressBar(standardError, System.console() != null);
  }

  /** Shows that of all things that many are done, a few times a second at most. */
  public void show(String what, int done, int all) {
    if (watched && System.nanoTime() - lastNanos > STEP_NANOS) {
      lastNanos = System.nanoTime();
      shown = true;
      int filled = (int) ((long) WIDTH * done / all);
      terminal.print("\r[" + "=".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + what + " " + done + "/" + all + "   ");
      terminal.flush();
    }
  }

  /** Removes the bar. */
  public void clear() {
    if (shown) {
      shown = false;
      terminal.print("\r" + " ".repeat(2 * WIDTH) + "\r");
      terminal.flush();
    }
  }
}
