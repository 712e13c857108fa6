package dev.terra.agent;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets what comes in quick succession gather before a loop looks at it, as network cards do when they moderate their interrupts: of
 * a link of 10 Mbit/s a packet comes every millisecond, and to wake up for it costs more than to handle several. The first one after a
 * pause is handled at once, a loop that has much to do never waits, and one whose rounds cost little waits but shortly. Adds at most
 * {@link #PAUSE_NANOS} to a message's way; what other threads ask of the loop waits no longer than that either, and not at all if they
 * ask {@link #promptly}, from any thread. All else is on the loop alone.
 */
final class ModeratedSelect implements SelectStrategy {
  /**
   * How long a loop waits for more at most. What a round costs where many processes share a core is mostly its way back into the caches,
   * whatever it then does, so half as many rounds are nearly half the cost; and still it is little beside a WAN's latencies.
   */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
  /** It waits for so many times what its last round cost, so that rounds take a sixteenth of a core. */
  static final int PAUSE_PER_COST = 15;
  /** Rounds that follow each other within this are dense: less than an idle agent's beat. */
  static final long DENSE_NANOS = TimeUnit.MILLISECONDS.toNanos(12);
  /** A round that takes as much of a core's time is followed by the next at once: with cold caches one of a few frames takes 1 ms. */
  static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Time as a loop sees it. */
  record Clock(LongSupplier nanos, LongSupplier cpuNanos, LongConsumer park) {
    static Clock ofThread() {
      return new Clock(System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, LockSupport::parkNanos);
    }
  }

  private final Clock clock;
  private volatile @Nullable Thread loop;
  private long roundNanos;
  private long roundCpuNanos;

  /** On the machine's clocks. */
  ModeratedSelect() {
    this(Clock.ofThread());
  }

  ModeratedSelect(Clock clock) {
    this.clock = clock;
    this.roundNanos = clock.nanos.getAsLong() - DENSE_NANOS;
  }

  /** The loop's executor for those who wait for the answer: what they ask ends a pause. */
  Executor promptly(Executor executor) {
    return task -> {
      executor.execute(task);
      LockSupport.unpark(loop); // a loop that is not in a pause leaves its next one out
    };
  }

  @Override
  public int calculateStrategy(IntSupplier ready, boolean hasTasks) throws Exception {
    if (loop == null) {
      loop = Thread.currentThread();
    }
    if (hasTasks) {
      return ready.get();
    }
    int count = 0;
    long cpuNanos = clock.cpuNanos.getAsLong();
    boolean dense = clock.nanos.getAsLong() - roundNanos < DENSE_NANOS;
    long costNanos = cpuNanos - roundCpuNanos;
    if (dense && costNanos < BUSY_NANOS) {
      clock.park.accept(Math.min(PAUSE_NANOS, PAUSE_PER_COST * costNanos));
      count = ready.get();
    }
    roundNanos = clock.nanos.getAsLong();
    roundCpuNanos = cpuNanos;
    return count > 0 ? count : SELECT;
  }
}
