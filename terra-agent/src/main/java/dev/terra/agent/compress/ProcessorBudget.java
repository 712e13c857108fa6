package dev.terra.agent.compress;

/**
 * The processor time that an agent spends on compression: so many cores, of which what is not used is saved up for a moment. Compressing
 * begins only while something is left. Restoring cannot wait, and what it takes is missing for compressing. The time is that of the clock,
 * so that a thread which waits for a core counts as well. On any thread.
 */
public final class ProcessorBudget {
  /** So much of the budget is saved up: many chunks' time, and too short for anything beside to be late. */
  private static final double SAVED_SECONDS = .1;
  /** And so much is owed: what a site sends cannot keep this one from compressing for long. */
  private static final double MOST_OWED_SECONDS = .5;
  private static final double NANOS = 1e9;

  private final double cores;
  private double leftNanos;
  private long atNanos;
  private long spentNanos;

  /** A budget of which nothing has been spent. */
  public ProcessorBudget(double cores, long nowNanos) {
    this.cores = cores;
    this.atNanos = nowNanos;
    this.leftNanos = savedNanos();
  }

  private double savedNanos() {
    return SAVED_SECONDS * NANOS * Math.min(1, cores);
  }

  /** Whether anything is left. */
  public synchronized boolean hasLeft(long nowNanos) {
    return leftNanos(nowNanos) > 0;
  }

  /** Spends so much. */
  public synchronized void spend(long nanos, long nowNanos) {
    leftNanos = Math.max(leftNanos(nowNanos) - nanos, -MOST_OWED_SECONDS * NANOS * cores);
    atNanos = nowNanos;
    spentNanos += nanos;
  }

  private double leftNanos(long nowNanos) {
    return Math.min(savedNanos(), leftNanos + cores * Math.max(0, nowNanos - atNanos));
  }

  /** What has been spent in all. */
  public synchronized long spentNanos() {
    return spentNanos;
  }
}
