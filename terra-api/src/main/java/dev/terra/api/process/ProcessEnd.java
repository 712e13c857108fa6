package dev.terra.api.process;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** How a process ends that cannot go on: at once, with an exit code of its own and a line that says why. */
public final class ProcessEnd {
  /** The exit code of a process that found a fault in itself ({@code EX_SOFTWARE} of sysexits.h). */
  public static final int EXIT_CODE = 70;

  private ProcessEnd() {}

  /**
   * Ends this process when something is thrown. Nothing is closed: what threw may hold what closing needs. Peers see the connections
   * break, and a supervisor starts the process again.
   *
   * @param who what the line calls the process
   * @param log where the line goes, with what was thrown
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
