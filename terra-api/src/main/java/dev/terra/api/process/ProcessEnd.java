package dev.terra.api.process;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Ends a process that cannot continue: at once, with an exit code of its own and a line that gives the reason. */
public final class ProcessEnd {
  /** The exit code of a process that found a fault in itself ({@code EX_SOFTWARE} of sysexits.h). */
  public static final int EXIT_CODE = 70;

  private ProcessEnd() {}

  /**
   * Returns a consumer that ends this process when it is called with what was thrown. Nothing is closed, since the code that threw may hold
   * what closing needs. Peers see the connections break, and a supervisor starts the process again.
   *
   * @param who the name of the process in the line
   * @param log receives the line, and what was thrown
   */
  public static Consumer<Throwable> of(String who, BiConsumer<String, Throwable> log) {
    return of(who, log, Runtime.getRuntime()::halt);
  }

  static Consumer<Throwable> of(String who, BiConsumer<String, Throwable> log, IntConsumer halt) {
    return thrown -> {
      try {
        log.accept(who + " cannot go on and ends with exit code " + EXIT_CODE + "; start it again", thrown);
      } finally {
        halt.accept(EXIT_CODE);
      }
    };
  }
}
