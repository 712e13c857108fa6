package dev.terra.agent.link;

import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * For how much of the time a thread has lacked a core, where the machine tells: one that waits for a core, or that is never done with its
 * work, reads and writes less than the network could carry.
 */
final class CoreWait {
  /** What Linux counts of the thread that reads it: nanoseconds on a core, and waiting for one. */
  private static final Path SCHEDULER = Path.of("/proc/thread-self/schedstat");
  /** Somewhat less than receipts are apart. */
  private static final long WINDOW_NANOS = 150_000_000;
  /** A thread that had this much to do was always late. */
  private static final double BUSY_SHARE = 0.9;
  private static final FastThreadLocal<CoreWait> OF_THREAD = new FastThreadLocal<>() {
    @Override
    protected CoreWait initialValue() {
      return new CoreWait();
    }
  };

  private boolean sampled;
  private long sinceNanos;
  private Counts counts = new Counts(0, 0);
  private double share;

  /** For how much of the time before the calling thread has lacked a core: 0 to 1, 1 if it was always busy; 0 where that is not known. */
  static double share(long nowNanos) {
    CoreWait own = OF_THREAD.get();
    if (!own.sampled || nowNanos - own.sinceNanos >= WINDOW_NANOS) {
      counts().ifPresent(counts -> own.sample(counts, nowNanos));
    }
    return own.share;
  }

  private void sample(Counts now, long nowNanos) {
    share = sampled ? now.since(counts).lacked(nowNanos - sinceNanos) : 0;
    sampled = true;
    sinceNanos = nowNanos;
    counts = now;
  }

  private static Optional<Counts> counts() {
    try {
      return Counts.of(Files.readString(SCHEDULER));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** For how long a thread ran on a core, and waited for one, in nanoseconds. */
  record Counts(long ran, long waited) {
    /** What the first two of a line's numbers say. */
    static Optional<Counts> of(String line) {
      String[] numbers = line.strip().split(" ", -1);
      try {
        return numbers.length < 2 ? Optional.empty() : Optional.of(new Counts(Long.parseLong(numbers[0]), Long.parseLong(numbers[1])));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    Counts since(Counts before) {
      return new Counts(ran - before.ran, waited - before.waited);
    }

    /** For how much of this time the thread lacked a core. */
    double lacked(long nanos) {
      return ran + waited >= BUSY_SHARE * nanos ? 1 : Math.max(0, (double) waited / nanos);
    }
  }
}
