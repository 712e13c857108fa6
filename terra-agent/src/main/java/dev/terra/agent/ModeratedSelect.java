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
 * A select strategy that pauses an event loop, so that packets in quick succession are handled together, as network cards do when they
 * moderate their interrupts. A link of 10 Mbit/s delivers a packet every millisecond, and to wake up for each packet costs more than to
 * handle several at once. The first packet after a quiet time is handled at once, a loop whose rounds cost much never pauses, and a loop
 * whose rounds cost little pauses only briefly. A message is delayed by at most {@link #PAUSE_NANOS}. So is a task from another thread,
 * unless it is submitted through {@link #promptly}, which ends the pause. The executor of {@link #promptly} may be used on any thread;
 * everything else is used on the loop's thread only.
 */
final class ModeratedSelect implements SelectStrategy {
  /**
   * The longest pause. Where many processes share a core, most of the cost of a round is to reload the caches, however little the round
   * then does, so half as many rounds cost nearly half as much. The pause is still short compared with the latencies of a WAN.
   */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
  /** The length of a pause as a multiple of the CPU time of the last round. With 15, rounds take at most a sixteenth of a core. */
  static final int PAUSE_PER_COST = 15;
  /** Two rounds are dense if the second follows within this time. It is shorter than the beat of an idle agent. */
  static final long DENSE_NANOS = TimeUnit.MILLISECONDS.toNanos(12);
  /** No pause follows a round that takes this CPU time or more. With cold caches, a round for a few frames takes 1 ms. */
  static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** The clocks of a loop, and how it pauses. */
  record Clock(LongSupplier nanos, LongSupplier cpuNanos, LongConsumer park) {
    static Clock ofThread() {
      return new Clock(System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, LockSupport::parkNanos);
    }
  }

  private final Clock clock;
  private volatile @Nullable Thread loop;
  private long roundNanos;
  private long roundCpuNanos;

  /** Creates a strategy on the machine's clocks. */
  ModeratedSelect() {
    this(Clock.ofThread());
  }

  ModeratedSelect(Clock clock) {
    this.clock = clock;
    this.roundNanos = clock.nanos.getAsLong() - DENSE_NANOS;
  }

  /** Returns an executor that runs tasks on the loop's executor and ends a pause of the loop. It is for callers that wait for a result. */
  Executor promptly(Executor executor) {
    return task -> {
      executor.execute(task);
      LockSupport.unpark(loop); // if the loop is not in a pause, this cancels its next one
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
