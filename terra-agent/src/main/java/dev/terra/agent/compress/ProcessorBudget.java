package dev.terra.agent.compress;

/**
 * The processor time that an agent may spend on compression: a number of cores. Time that is not used is saved for a moment. Compressing
 * begins only while some budget is left. Restoring cannot wait, and the time it takes is missing for compressing. Time is measured by the
 * clock, so a thread that waits for a core spends budget as well. It may be used on any thread.
 */
public final class ProcessorBudget {
  /** The budget that is saved at most, in seconds: the time of many chunks, and too short to delay anything else. */
  private static final double SAVED_SECONDS = .1;
  /** The budget that is owed at most, in seconds. It bounds for how long another site's chunks can keep this site from compressing. */
  private static final double MOST_OWED_SECONDS = .5;
  private static final double NANOS = 1e9;

  private final double cores;
  private double leftNanos;
  private long atNanos;
  private long spentNanos;

  /** Creates a budget of which nothing has been spent. */
  public ProcessorBudget(double cores, long nowNanos) {
    this.cores = cores;
    this.atNanos = nowNanos;
    this.leftNanos = savedNanos();
  }

  private double savedNanos() {
    return SAVED_SECONDS * NANOS * Math.min(1, cores);
  }

  /** Returns whether any budget is left. */
  public synchronized boolean hasLeft(long nowNanos) {
    return leftNanos(nowNanos) > 0;
  }

  /** Spends so many nanoseconds. */
  public synchronized void spend(long nanos, long nowNanos) {
    leftNanos = Math.max(leftNanos(nowNanos) - nanos, -MOST_OWED_SECONDS * NANOS * cores);
    atNanos = nowNanos;
    spentNanos += nanos;
  }

  private double leftNanos(long nowNanos) {
    return Math.min(savedNanos(), leftNanos + cores * Math.max(0, nowNanos - atNanos));
  }

  /** Returns the nanoseconds that have been spent in all. */
  public synchronized long spentNanos() {
    return spentNanos;
  }
}
