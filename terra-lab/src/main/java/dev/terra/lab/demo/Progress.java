package dev.terra.lab.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Tells people on standard error what is going on, with the time since the start. */
final class Progress {
  private final PrintStream err;
  private final LongSupplier nanoClock;
  private final long start;

  Progress(PrintStream err, LongSupplier nanoClock) {
    this.err = err;
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
  }

  void say(String format, Object... arguments) {
    double seconds = (nanoClock.getAsLong() - start) / 1e9;
    err.println(String.format(Locale.ROOT, "[%5.1f s] ", seconds) + String.format(Locale.ROOT, format, arguments));
  }
}
