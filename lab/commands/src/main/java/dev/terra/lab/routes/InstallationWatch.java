package dev.terra.lab.routes;

import java.util.function.IntSupplier;

/** A watch of the number of rules, from another thread: it notes when the first rule appeared, and when the last. */
final class InstallationWatch {
  private static final long POLL_MILLIS = 100;

  private final IntSupplier count;
  private final Thread thread;
  private long firstNanos;
  private long lastNanos;
  private int rules;
  private boolean over;

  /** Starts a watch that runs until it is ended. */
  InstallationWatch(IntSupplier count) {
    this.count = count;
    this.thread = new Thread(this::watch, "installation-watch");
    thread.start();
  }

  private void watch() {
    try {
      while (!isOver()) {
        look(count.getAsInt(), System.nanoTime());
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized void look(int now, long nanos) {
    if (now > rules) {
      firstNanos = firstNanos == 0 ? nanos - POLL_MILLIS * 1_000_000 : firstNanos;
      lastNanos = nanos;
      rules = now;
    }
  }

  /** Returns the seconds from just before the first rule appeared until the last appeared. */
  synchronized double seconds() {
    return (lastNanos - firstNanos) / 1e9;
  }

  void end() throws InterruptedException {
    synchronized (this) {
      over = true;
    }
    thread.join();
  }
}
