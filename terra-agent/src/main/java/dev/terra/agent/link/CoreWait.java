package dev.terra.agent.link;

import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The share of time for which a thread has lacked a core, where the machine reports it. A thread that waits for a core, or is never done
 * with its work, reads and writes less than the network could carry.
 */
final class CoreWait {
  /** The file with Linux's counts for the thread that reads it: nanoseconds on a core, and nanoseconds of waiting for a core. */
  private static final Path SCHEDULER = Path.of("/proc/thread-self/schedstat");
  /** The least time between two samples. It is somewhat less than the time between receipts. */
  private static final long WINDOW_NANOS = 150_000_000;
  /** The share of time from which a thread that ran or waited counts as always late. */
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

  /**
   * Returns the share of the recent time for which the calling thread has lacked a core: 0 to 1, 1 if it was always busy, 0 where it is not
   * known.
   */
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

  /** The times for which a thread ran on a core and waited for a core, in nanoseconds. */
  record Counts(long ran, long waited) {
    /** Returns the counts in the first two numbers of a line, if it has two. */
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

    /** Returns the share of this time for which the thread lacked a core. */
    double lacked(long nanos) {
      return ran + waited >= BUSY_SHARE * nanos ? 1 : Math.max(0, (double) waited / nanos);
    }
  }
}
