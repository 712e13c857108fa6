package dev.terra.api.process;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Runs tasks on a thread that has to continue whatever a task throws. It lets nothing through (except for {@link #ofExceptions}). It counts
 * each failure, and logs it if it is the first, tenth, hundredth and so on of its kind. Two failures are of one kind if the same line threw
 * the same class. It is thread-safe.
 */
public final class Guard {
  /**
   * The most kinds of failures. A task has a few lines that can fail; all further kinds count as one, so that neither the log nor the map
   * grows without bound.
   */
  private static final int MOST_KINDS = 16;
  private static final String OTHERS = "others";
  private static final long TENFOLD = 10;

  private final String what;
  private final BiConsumer<String, Throwable> log;
  private final boolean survivesErrors;
  private final Map<String, Long> kinds = new HashMap<>();
  private final AtomicLong failures = new AtomicLong();

  /**
   * Creates a guard for tasks with one name.
   *
   * @param what the name of the tasks in the log
   * @param log receives the line about a failure, and what was thrown
   */
  public Guard(String what, BiConsumer<String, Throwable> log) {
    this(what, log, true);
  }

  private Guard(String what, BiConsumer<String, Throwable> log, boolean survivesErrors) {
    this.what = what;
    this.log = log;
    this.survivesErrors = survivesErrors;
  }

  /**
   * Returns a guard for tasks that a process cannot do without. It survives exceptions, and lets each {@link Error} through, so that a
   * {@link VitalTask} around the task ends the process. After a missing class, for example, the task would fail for ever while the process
   * looks alive.
   */
  public static Guard ofExceptions(String what, BiConsumer<String, Throwable> log) {
    return new Guard(what, log, false);
  }

  /** Runs a task; returns whether it completed without throwing. */
  public boolean run(Runnable task) {
    try {
      task.run();
      return true;
    } catch (Throwable e) { // also checked ones: Netty throws them where no signature declares it
      if (!survivesErrors && e instanceof Error error) {
        throw error;
      }
      failed(e);
      return false;
    }
  }

  private void failed(Throwable thrown) {
    failures.incrementAndGet();
    long times = count(kind(thrown));
    if (isPowerOfTen(times)) {
      log.accept(what + " failed" + (times == 1 ? "" : ", the same way for the " + times + "th time") + "; the process goes on", thrown);
    }
  }

  private synchronized long count(String kind) {
    String counted = kinds.containsKey(kind) || kinds.size() < MOST_KINDS ? kind : OTHERS;
    return kinds.merge(counted, 1L, Long::sum);
  }

  private static String kind(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown.getClass().getName() + (trace.length > 0 ? " at " + trace[0] : "");
  }

  private static boolean isPowerOfTen(long times) {
    long rest = times;
    while (rest % TENFOLD == 0) {
      rest /= TENFOLD;
    }
    return rest == 1;
  }

  /** Returns the number of failed tasks. */
  public long failures() {
    return failures.get();
  }
}
