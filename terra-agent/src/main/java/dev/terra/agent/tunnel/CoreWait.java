package dev.terra.agent.tunnel;

import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** For how much of the time a thread has waited for a core, where the machine tells: who lacks one reads and writes less than it could. */
final class CoreWait {
  /** What Linux counts of the thread that reads it: nanoseconds on a core, and waiting for one. */
  private static final Path SCHEDULER = Path.of("/proc/thread-self/schedstat");
  /** Somewhat less than receipts are apart. */
  private static final long WINDOW_NANOS = 150_000_000;
  private static final FastThreadLocal<CoreWait> OF_THREAD = new FastThreadLocal<>() {
    @Override
    protected CoreWait initialValue() {
      return new CoreWait();
    }
  };

  private long sinceNanos = Long.MIN_VALUE;
  private long waitedNanos;
  private double share;

  /** Of the time before, for how much the calling thread has waited: 0 to 1; 0 where that is not known. */
  static double share(long nowNanos) {
    CoreWait own = OF_THREAD.get();
    if (own.sinceNanos == Long.MIN_VALUE || nowNanos - own.sinceNanos >= WINDOW_NANOS) {
      waited().ifPresent(waited -> own.sample(waited, nowNanos));
    }
    return own.share;
  }

  private void sample(long waited, long nowNanos) {
    share = sinceNanos == Long.MIN_VALUE ? 0 : shareOf(waited - waitedNanos, nowNanos - sinceNanos);
    sinceNanos = nowNanos;
    waitedNanos = waited;
  }

  private static double shareOf(long waited, long nanos) {
    return Math.min(1, Math.max(0, (double) waited / nanos));
  }

  private static OptionalLong waited() {
    try {
      return waited(Files.readString(SCHEDULER));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** What a line of three numbers says of waiting. */
  static OptionalLong waited(String line) {
    String[] numbers = line.strip().split(" ", -1);
    try {
      return numbers.length < 2 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(numbers[1]));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
