package dev.terra.controller;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An executor whose thread and clock are the test's: tasks run when the test lets time pass. */
final class ManualExecutor extends AbstractExecutorService implements ScheduledExecutorService {
  private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.<Task>comparingLong(task -> task.atNanos)
      .thenComparingLong(task -> task.number));
  private long nowNanos;
  private long numbers;
  private boolean down;

  /** One task. A periodic task is due again {@code everyNanos} after each of its runs. */
  private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final long number = numbers++;
    private final long everyNanos;
    private long atNanos;

    Task(Runnable run, long delayNanos, long everyNanos) {
      super(run, null);
      this.atNanos = nowNanos + delayNanos;
      this.everyNanos = everyNanos;
    }

    @Override
    public void run() {
      if (everyNanos == 0) {
        super.run();
      } else if (runAndReset()) {
        atNanos = nowNanos + everyNanos;
        tasks.add(this);
      }
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(atNanos - nowNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Lets time pass within the task that is running. */
  void takes(long nanos) {
    nowNanos += nanos;
  }

  /** Runs the tasks that are due at the present time. */
  void runDue() {
    pass(0);
  }

  /** Lets time pass, and runs the tasks that become due meanwhile. */
  void pass(long nanos) {
    long until = nowNanos + nanos;
    while (!tasks.isEmpty() && tasks.peek().atNanos <= Math.max(until, nowNanos)) {
      Task task = tasks.remove();
      if (!task.isCancelled()) {
        nowNanos = Math.max(nowNanos, task.atNanos);
        task.run();
      }
    }
    nowNanos = Math.max(nowNanos, until);
  }

  private Task add(Task task) {
    if (down) {
      throw new RejectedExecutionException("shut down");
    }
    tasks.add(task);
    return task;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // callers of execute need no result
  public void execute(Runnable command) {
    add(new Task(command, 0, 0));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return add(new Task(command, unit.toNanos(delay), 0));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return add(new Task(command, unit.toNanos(initialDelay), unit.toNanos(delay)));
  }

  @Override
  public void shutdown() {
    down = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    down = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return down;
  }

  @Override
  public boolean isTerminated() {
    return down;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return down;
  }
}
