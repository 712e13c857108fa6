package dev.terra.core.capacity;

import com.google.common.collect.EvictingQueue;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures one direction of a link from what its far end says that it has read. Whether the network held bytes up is seen from those that
 * are on their way: by Little's law they have waited as long as it takes to deliver as many. The link took what it could where that is
 * longer than a round trip and {@link #HELD_UP_NANOS} for a while, or where connections did not take what they were given, as little waits
 * where a kernel's {@code tcp_notsent_lowat} is low. Then the rate must not grow as it does while TCP begins, and the network must be
 * full: what TCP has under way takes {@link #QUEUE_NANOS} longer than a round trip. Without that last one TCP is recovering from a loss
 * on a link that could take more. Evidence is only taken while both ends work at their usual pace: who lacks a core looks like a slow link.
 *
 * <p>All connections over a link are looked at together, so that one of them which waits for its own reasons is no slow link; and where the
 * far end does not read, nothing is said about the network. Pure: clocks are others'. May be used from any thread.
 */
public final class LinkMeter {
  /** Longer than a queue of a link's own (100 ms are usual) and a late timer; half of what a tunnel may have waiting. */
  static final long HELD_UP_NANOS = 300_000_000;
  /** For so much of the time a connection that is given more than its link takes does not take more: it is given the next chunk soon. */
  static final double BLOCKED_SHARE = 0.65;
  /** Twice what a tunnel may have waiting where all is well: a link that takes far less than it is given is known sooner. */
  static final long FAR_TOO_LONG_NANOS = 1_000_000_000;
  /** Some of the shortest chunks may always be on their way together: at low rates each takes a while. */
  static final long ALWAYS_ON_ITS_WAY_BYTES = 64 << 10;
  /** So many receipts in a row have to say so, of which those with {@link #FAR_TOO_LONG_NANOS} count double: a late one says nothing. */
  static final int RECEIPTS_IN_A_ROW = 4;
  /** A rate that is so many times those of {@link #RATES} receipts before is one that begins. */
  static final double BEGINNING = 1.5;
  /** Bytes come in bursts, so that a single low rate says nothing. */
  static final int RATES = 3;
  /**
   * What CUBIC, which goes back to 0.7 of what it had under way, leaves of a full queue of 100 ms where a round trip is as long. A link
   * that could take more has no queue, but for what pacing in bursts makes of it.
   */
  static final long QUEUE_NANOS = 40_000_000;
  /** Held up for so long without a queue it is not a loss that is recovered from: a policer drops what is too much, and has none. */
  static final long POLICED_NANOS = 3_000_000_000L;
  /**
   * Where much comes receipts are five a second: one after longer is one of a far end that lacked a core, or that waited for a packet to be
   * sent again. It counts where bytes wait {@link #FAR_TOO_LONG_NANOS}, no thread lacked a core, and TCP has a queue.
   */
  static final long LATE_NANOS = 350_000_000;
  static final long MUCH_BYTES = 64 << 10;
  /**
   * Receipts that come by so much sooner or later after one another than they were written have waited for a core at this end, or in the
   * queue of the link's other direction, which has become slow, too. They count where no thread lacked a core, and TCP has a queue.
   */
  static final long IRREGULAR_NANOS = 150_000_000;
  /**
   * The least wait for a core that is a shortage: beyond it a process may read or write so much less than a link carries. What TCP has
   * under way needs no thread of either end, so where that has a queue a shortage of up to {@link #LONG_CORE_WAIT_SHARE} says nothing.
   */
  static final double CORE_WAIT_SHARE = 0.15;
  /** The machine itself lacks cores, and with it whatever forwards its packets. */
  static final double LONG_CORE_WAIT_SHARE = 0.3;
  /** For so long what was measured is kept back while it is not sure whether it was held up. */
  static final long KEPT_BACK_NANOS = 1_200_000_000;
  /** After a longer silence nothing is known of how bytes went: they may have come all at once. */
  static final long LONGEST_INTERVAL_NANOS = 2_000_000_000;
  /** Two clocks go apart by less than a thousandth. */
  private static final double CLOCKS_AGREE = 1.001;
  private static final double NANOS = 1e9;

  private @Nullable Receipt last;
  private long lastHereNanos;
  /** How much later than the earliest ones the last receipt came: what was written meanwhile has not waited for the link. */
  private double behindNanos;
  private final EvictingQueue<Double> lastRates = EvictingQueue.create(RATES);
  private Row row = Row.NONE;
  private Figures sum = Figures.NONE;

  /**
   * What the far end says.
   *
   * @param bytes that it has read of all connections that are open
   * @param atNanos of its own monotonic clock
   * @param connections that are open at its end
   * @param paused whether it leaves unread what comes on one of them
   * @param coreWaitShare of the time before, for how much the thread of either end has lacked a core; 0 to 1, 0 if not known
   */
  public record Receipt(long bytes, long atNanos, int connections, boolean paused, double coreWaitShare) {}

  /**
   * This end as a receipt comes.
   *
   * @param writtenBytes to all connections
   * @param connections that are open
   * @param blockedShare of the time since the last receipt, for how much one of the connections did not take more; 0 to 1
   * @param leastRttNanos of the link without queues; 0 if not known
   * @param atNanos of its own monotonic clock
   * @param flightBytes what TCP has under way on all of them, if it can be read; it may cost some milliseconds, and is asked for only
   *     when bytes have been held up for a while and it is not sure by what
   */
  public record Sender(long writtenBytes, int connections, double blockedShare, long leastRttNanos, long atNanos,
      Supplier<OptionalLong> flightBytes) {}

  /**
   * Receipts in a row that say that bytes were held up: how many they count for, and what was delivered since the first of them, whose
   * own interval may reach back to before. Where {@code waitedLong}, bytes waited {@link #HELD_UP_NANOS} in all of them. What is untold is
   * still in {@link #sum}. Once it is sure it stays so.
   */
  private record Row(int count, Interval all, UnderWay flights, boolean waitedLong, Interval untold, boolean sure) {
    static final Row NONE = new Row(0, Interval.NONE, new UnderWay(0, 0), true, Interval.NONE, false);

    Row plus(int counts, Interval more, boolean waitsLong) {
      return count == 0 ? new Row(counts, Interval.NONE, flights, waitsLong, Interval.NONE, false)
          : new Row(count + counts, all.plus(more), flights, waitedLong && waitsLong, untold.plus(more), sure);
    }

    /** With what is under way now, if that is worth asking for. */
    Row with(Supplier<OptionalLong> flightBytes) {
      return sure || count < RECEIPTS_IN_A_ROW - 1 ? this
          : new Row(count, all, flights.plus(flightBytes.get()), waitedLong, untold, false);
    }

    Row told(boolean isSure) {
      return new Row(count, all, flights, waitedLong, Interval.NONE, isSure);
    }

    /** Whether the network has held the bytes up: it has a queue; or they waited long, and nothing is known of it or a policer has none. */
    boolean isHeldUp(long leastRttNanos) {
      return flights.count == 0 ? waitedLong : flights.isQueued(all, leastRttNanos) || (waitedLong && all.nanos >= POLICED_NANOS);
    }
  }

  /** A time, and what was delivered in it. */
  private record Interval(long nanos, long bytes) {
    static final Interval NONE = new Interval(0, 0);

    Interval plus(Interval more) {
      return new Interval(nanos + more.nanos, bytes + more.bytes);
    }
  }

  /** What was under way so often. */
  private record UnderWay(long bytes, int count) {
    UnderWay plus(OptionalLong flight) {
      return flight.isPresent() ? new UnderWay(bytes + flight.getAsLong(), count + 1) : this;
    }

    /** Whether it takes longer than without a queue, by Little's law. */
    boolean isQueued(Interval delivered, long leastRttNanos) {
      return count > 0 && (double) bytes / count * delivered.nanos / Math.max(1, delivered.bytes) - leastRttNanos >= QUEUE_NANOS;
    }
  }

  /**
   * What was measured in an interval.
   *
   * @param nanos its length
   * @param bytes delivered
   * @param limitedNanos the part in which the network took less than there was
   * @param limitedBytes delivered in that part
   * @param pausedNanos the part in which the far end did not read
   * @param queuedBytes on their way at its end
   */
  public record Figures(long nanos, long bytes, long limitedNanos, long limitedBytes, long pausedNanos, long queuedBytes) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);

    private Figures plus(Figures later) {
      return new Figures(nanos + later.nanos, bytes + later.bytes, limitedNanos + later.limitedNanos,
          limitedBytes + later.limitedBytes, pausedNanos + later.pausedNanos, later.queuedBytes);
    }
  }

  /** The far end says what it has read. */
  public synchronized void receipt(Receipt receipt, Sender sender) {
    Receipt before = last;
    boolean sameConnections = receipt.connections() == sender.connections && sender.writtenBytes >= receipt.bytes();
    last = sameConnections ? receipt : null;
    long hereNanos = sender.atNanos - lastHereNanos;
    lastHereNanos = sender.atNanos;
    if (!sameConnections || before == null) {
      begin();
      return;
    }
    long nanos = receipt.atNanos() - before.atNanos();
    long bytes = receipt.bytes() - before.bytes();
    if (nanos <= 0 || nanos > LONGEST_INTERVAL_NANOS || bytes < 0) {
      begin();
      return;
    }
    behindNanos = Math.max(0, behindNanos + hereNanos - nanos * CLOCKS_AGREE);
    boolean isIrregular = Math.abs(hereNanos - nanos) > IRREGULAR_NANOS;
    add(new Interval(nanos, bytes), receipt, isIrregular, sender);
  }

  private void begin() {
    row = Row.NONE;
    behindNanos = 0;
  }

  private void add(Interval delivered, Receipt receipt, boolean isIrregular, Sender sender) {
    long nanos = delivered.nanos;
    double rate = delivered.bytes * NANOS / nanos;
    long queued = sender.writtenBytes - receipt.bytes();
    double waitedNanos = (queued - ALWAYS_ON_ITS_WAY_BYTES) / Math.max(1, rate) * NANOS - sender.leastRttNanos - behindNanos;
    sum = sum.plus(new Figures(nanos, delivered.bytes, 0, 0, receipt.paused() ? nanos : 0, queued));
    boolean isTaken = waitedNanos < HELD_UP_NANOS && sender.blockedShare < BLOCKED_SHARE;
    boolean isLate = nanos > LATE_NANOS && delivered.bytes > MUCH_BYTES;
    boolean saysNothing = receipt.paused() || isTaken || (isLate && waitedNanos < FAR_TOO_LONG_NANOS);
    if (saysNothing || !isOfLink(delivered, receipt, isLate || isIrregular, sender)) {
      row = Row.NONE;
    } else {
      boolean begins = !row.sure && lastRates.stream().allMatch(before -> rate > before * BEGINNING);
      int counts = waitedNanos >= FAR_TOO_LONG_NANOS && !begins ? 2 : 1;
      row = (begins ? Row.NONE : row).plus(counts, delivered, waitedNanos >= HELD_UP_NANOS)
          .with(sender.flightBytes);
      judge(sender.leastRttNanos);
    }
    lastRates.add(rate);
  }

  /** Whether it is the link that bytes wait for, and not a thread of either end that waits for a core; TCP's queue settles doubts. */
  private static boolean isOfLink(Interval delivered, Receipt receipt, boolean isUnpunctual, Sender sender) {
    boolean lacksCore = receipt.coreWaitShare() > CORE_WAIT_SHARE;
    if (!isUnpunctual && !lacksCore) {
      return true;
    }
    boolean mayBe = isUnpunctual ? !lacksCore : receipt.coreWaitShare() <= LONG_CORE_WAIT_SHARE;
    return mayBe && new UnderWay(0, 0).plus(sender.flightBytes.get()).isQueued(delivered, sender.leastRttNanos);
  }

  /** Once it is sure that bytes are held up, so they were since the row began. */
  private void judge(long leastRttNanos) {
    if (row.count >= RECEIPTS_IN_A_ROW && (row.sure || row.isHeldUp(leastRttNanos))) {
      sum = sum.plus(new Figures(0, 0, row.untold.nanos, row.untold.bytes, 0, sum.queuedBytes));
      row = row.told(true);
    }
  }

  /** What has been measured since the last call, if that suffices for a report, and its meaning is certain. */
  public synchronized Optional<Figures> take(long atLeastNanos, long atLeastLimitedNanos) {
    boolean unsure = row.count > 0 && row.count < RECEIPTS_IN_A_ROW && sum.nanos < KEPT_BACK_NANOS;
    if (sum.nanos == 0 || unsure || (sum.nanos < atLeastNanos && sum.limitedNanos < atLeastLimitedNanos)) {
      return Optional.empty();
    }
    Figures taken = sum;
    sum = Figures.NONE;
    row = row.told(row.sure);
    return Optional.of(taken);
  }
}
