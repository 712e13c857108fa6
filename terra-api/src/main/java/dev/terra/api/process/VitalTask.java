package dev.terra.api.process;

import java.util.function.Consumer;

/**
 * A task that a process cannot do without, such as a beat that shows others that it is alive. If the task fails for good, the process has
 * to end: otherwise it looks alive to its supervisor and dead to all others.
 */
public final class VitalTask implements Runnable {
  private final Runnable task;
  private final Consumer<Throwable> end;

  /**
   * Creates a vital task.
   *
   * @param end called with what the task threw when it fails; see {@link ProcessEnd}
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
