package dev.terra.api.process;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Ends a process that collects garbage more than it works, so that its supervisor starts it again with an empty heap. */
public final class GarbageWatchdog implements AutoCloseable {
  private static final long LOOK_MILLIS = 1_000;

  private final GarbageWatch watch = new GarbageWatch();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final LongSupplier ticker;
  private final LongSupplier collectedMillis;
  private final Consumer<Throwable> end;

  private GarbageWatchdog(LongSupplier ticker, LongSupplier collectedMillis, Consumer<Throwable> end) {
    this.ticker = ticker;
    this.collectedMillis = collectedMillis;
    this.end = end;
  }

  /**
   * Starts to watch this process.
   *
   * @param ticker supplies monotonic nanoseconds
   * @param end called when the process cannot continue; see {@link ProcessEnd}
   */
  public static GarbageWatchdog start(LongSupplier ticker, Consumer<Throwable> end) {
    return start(ticker, GarbageWatchdog::collected, end);
  }

  static GarbageWatchdog start(LongSupplier ticker, LongSupplier collectedMillis, Consumer<Throwable> end) {
    GarbageWatchdog watchdog = new GarbageWatchdog(ticker, collectedMillis, end);
    Thread thread = new Thread(watchdog::run, "terra-garbage-watch");
    thread.setDaemon(true);
    thread.start();
    return watchdog;
  }

  /** Returns the milliseconds for which the process has been stopped for collections. Concurrent collection does not count. */
  private static long collected() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> !collector.getName().endsWith("Cycles") && !collector.getName().contains("Concurrent"))
        .mapToLong(GarbageCollectorMXBean::getCollectionTime).filter(millis -> millis > 0).sum();
  }

  private void run() {
    try {
      while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (watch.look(ticker.getAsLong(), collectedMillis.getAsLong())) {
          end.accept(new IllegalStateException("for " + TimeUnit.NANOSECONDS.toSeconds(GarbageWatch.WINDOWS * GarbageWatch.WINDOW_NANOS)
              + " s the process has spent more time on garbage collection than on work: its heap of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB is full (TERRA_HEAP makes it larger)"));
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops watching. */
  @Override
  public void close() {
    closed.countDown();
  }
}
