package dev.terra.api.process;

import java.util.function.Consumer;

/**
 * A task that a process cannot do without, such as a beat by which others know that it lives. If it fails for good, the process has to end:
 * one that stays without it looks alive to its supervisor and dead to all others.
 */
public final class VitalTask implements Runnable {
  private final Runnable task;
  private final Consumer<Throwable> end;

  /**
   * A task.
   *
   * @param end what happens when it fails, with what it threw; see {@link ProcessEnd}
   */
  public VitalTask(Runnable task, Consumer<Throwable> end) {
    this.task = task;
    this.end = end;
  }

  @Override
  public void run() {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      end.accept(e);
      throw e;
    }
  }
}
