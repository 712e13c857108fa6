package dev.terra.core.capacity;

import com.google.common.collect.EvictingQueue;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures one direction of a link by the receipts of its far end, which report the bytes that the far end has read. The bytes that are on
 * their way show whether the network held bytes up: by Little's law, they have waited as long as it takes to deliver as many bytes. The
 * network was the limit if, for several receipts, this wait was longer than a round trip plus {@link #HELD_UP_NANOS}, or connections did
 * not take what they were given. The second case is needed because little waits if a kernel's {@code tcp_notsent_lowat} is low. In
 * addition, the rate must not grow as it does while TCP starts, and the network must be full: the bytes that TCP has under way must take
 * {@link #QUEUE_NANOS} longer than a round trip. Without a queue, TCP is recovering from a loss on a link that could take more. Evidence
 * counts only while both ends work at their usual pace, since an end that lacks a core makes the link look slow.
 *
 * <p>All connections over a link are measured together, so that one connection that waits for its own reasons does not make the link look
 * slow. While the far end does not read, nothing is concluded about the network. The class reads no clock: callers supply the times. It may
 * be used from any thread.
 */
public final class LinkMeter {
  /**
   * The wait, beyond a round trip, from which on bytes are held up. It is longer than a link's own queue (100 ms are usual) plus a late
   * timer, and half of what a tunnel may have waiting.
   */
  static final long HELD_UP_NANOS = 300_000_000;
  /**
   * The part of the time from which on a connection that does not take more is held up. A connection that is given more than its link takes
   * is blocked for so much of the time, since it is given the next chunk soon.
   */
  static final double BLOCKED_SHARE = 0.65;
  /**
   * The wait from which on a receipt counts double, so that a link that takes far less than it is given is detected sooner. It is about
   * twice what a tunnel may have waiting in normal operation.
   */
  static final long FAR_TOO_LONG_NANOS = 1_000_000_000;
  /** The bytes on their way that never count as held up: some of the shortest chunks, each of which takes a while at low rates. */
  static final long ALWAYS_ON_ITS_WAY_BYTES = 64 << 10;
  /**
   * The number of receipts in a row that have to show that bytes are held up. Receipts with a wait of {@link #FAR_TOO_LONG_NANOS} count
   * double. One late receipt alone is no evidence.
   */
  static final int RECEIPTS_IN_A_ROW = 4;
  /** The factor by which a rate that still begins exceeds the rates of the last {@link #RATES} receipts. */
  static final double BEGINNING = 1.5;
  /** The number of earlier rates with which a rate is compared. Bytes come in bursts, so that a single low rate is no evidence. */
  static final int RATES = 3;
  /**
   * The least queue of a full network. It is what CUBIC, which goes back to 0.7 of what it had under way, leaves of a full queue of 100 ms
   * if a round trip is as long. A link that could take more has no queue, except for what pacing in bursts causes.
   */
  static final long QUEUE_NANOS = 40_000_000;
  /**
   * The time for which bytes have to be held up without a queue to show that the link is full. TCP has recovered from a loss by then; a
   * policer, which drops excess packets, has no queue.
   */
  static final long POLICED_NANOS = 3_000_000_000L;
  /**
   * The interval from which on a receipt is late. While many bytes arrive, there are five receipts per second: a late receipt comes from a
   * far end that lacked a core, or that waited for a packet to be sent again. It counts only if bytes wait {@link #FAR_TOO_LONG_NANOS}, no
   * thread lacked a core, and TCP has a queue.
   */
  static final long LATE_NANOS = 350_000_000;
  static final long MUCH_BYTES = 64 << 10;
  /**
   * The difference between the interval at which two receipts arrived and the interval at which they were written, from which on they are
   * irregular. Irregular receipts have waited for a core at this end, or in the queue of the link's other direction, which has become slow
   * as well. They count only if no thread lacked a core and TCP has a queue.
   */
  static final long IRREGULAR_NANOS = 150_000_000;
  /**
   * The least part of the time spent waiting for a core that counts as a shortage: beyond it, a process may read or write so much less than
   * a link carries. Bytes that TCP has under way need no thread of either end. Therefore, if TCP has a queue, a shortage of up to
   * {@link #LONG_CORE_WAIT_SHARE} is ignored.
   */
  static final double CORE_WAIT_SHARE = 0.15;
  /**
   * The part of the time spent waiting for a core from which on the machine itself lacks cores, and with it whatever forwards its packets.
   */
  static final double LONG_CORE_WAIT_SHARE = 0.3;
  /** The longest time for which measurements are kept back while it is uncertain whether bytes were held up. */
  static final long KEPT_BACK_NANOS = 1_200_000_000;
  /** The longest interval between two receipts that is measured. In a longer silence, bytes may have arrived all at once. */
  static final long LONGEST_INTERVAL_NANOS = 2_000_000_000;
  /** The factor by which two clocks may differ in speed. */
  private static final double CLOCKS_AGREE = 1.001;
  private static final double NANOS = 1e9;

  private @Nullable Receipt last;
  private long lastHereNanos;
  /** The delay of the last receipt compared with the earliest ones. Bytes that were written in this time have not waited for the link. */
  private double behindNanos;
  private final EvictingQueue<Double> lastRates = EvictingQueue.create(RATES);
  private Row row = Row.NONE;
  private Figures sum = Figures.NONE;

  /**
   * A report of the far end.
   *
   * @param bytes the bytes that the far end has read from all open connections
   * @param atNanos the time on the monotonic clock of that end
   * @param connections the number of connections that are open at the far end
   * @param paused true if the far end leaves bytes of one of the connections unread
   * @param coreWaitShare the part of the previous interval for which the thread of either end lacked a core; 0 to 1, 0 if it is not
   *     known
   */
  public record Receipt(long bytes, long atNanos, int connections, boolean paused, double coreWaitShare) {}

  /**
   * The state of this end when a receipt arrives.
   *
   * @param writtenBytes the bytes that this end has written to all connections
   * @param connections the number of connections that are open at this end
   * @param blockedShare the part of the time since the last receipt for which one of the connections did not take more bytes; 0 to 1
   * @param leastRttNanos the round trip of the link without queues; 0 if it is not known
   * @param atNanos the time on the monotonic clock of that end
   * @param flightBytes supplies the bytes that TCP has under way on all connections, if they can be read. Reading them may take some
   *     milliseconds, so it is called only when bytes have been held up for a while and the cause is uncertain
   */
  public record Sender(long writtenBytes, int connections, double blockedShare, long leastRttNanos, long atNanos,
      Supplier<OptionalLong> flightBytes) {}

  /**
   * A row of consecutive receipts that show that bytes were held up. {@code count} is how many receipts they count for, {@code all} what
   * was delivered since the first of them; the first one's own interval is not included, since it may begin before bytes were held up.
   * {@code waitedLong} is true if bytes waited {@link #HELD_UP_NANOS} in all of them. {@code untold} is the part that {@link #sum} contains
   * and does not count as limited yet. A row that is sure stays sure.
   */
  private record Row(int count, Interval all, UnderWay flights, boolean waitedLong, Interval untold, boolean sure) {
    static final Row NONE = new Row(0, Interval.NONE, new UnderWay(0, 0), true, Interval.NONE, false);

    Row plus(int counts, Interval more, boolean waitsLong) {
      return count == 0 ? new Row(counts, Interval.NONE, flights, waitsLong, Interval.NONE, false)
          : new Row(count + counts, all.plus(more), flights, waitedLong && waitsLong, untold.plus(more), sure);
    }

    /** Returns this row with the bytes that are under way now, if reading them is worthwhile. */
    Row with(Supplier<OptionalLong> flightBytes) {
      return sure || count < RECEIPTS_IN_A_ROW - 1 ? this
          : new Row(count, all, flights.plus(flightBytes.get()), waitedLong, untold, false);
    }

    Row told(boolean isSure) {
      return new Row(count, all, flights, waitedLong, Interval.NONE, isSure);
    }

    /**
     * Returns whether the network has held the bytes up: it has a queue, or bytes waited long and either no queue could be read or a
     * policer explains that there is none.
     */
    boolean isHeldUp(long leastRttNanos) {
      return flights.count == 0 ? waitedLong : flights.isQueued(all, leastRttNanos) || (waitedLong && all.nanos >= POLICED_NANOS);
    }
  }

  /** A time, and the bytes that were delivered in it. */
  private record Interval(long nanos, long bytes) {
    static final Interval NONE = new Interval(0, 0);

    Interval plus(Interval more) {
      return new Interval(nanos + more.nanos, bytes + more.bytes);
    }
  }

  /** The sum of the bytes that were under way at a number of looks. */
  private record UnderWay(long bytes, int count) {
    UnderWay plus(OptionalLong flight) {
      return flight.isPresent() ? new UnderWay(bytes + flight.getAsLong(), count + 1) : this;
    }

    /** Returns whether the bytes take longer than without a queue, by Little's law. */
    boolean isQueued(Interval delivered, long leastRttNanos) {
      return count > 0 && (double) bytes / count * delivered.nanos / Math.max(1, delivered.bytes) - leastRttNanos >= QUEUE_NANOS;
    }
  }

  /**
   * The measurements of an interval.
   *
   * @param nanos the length of the interval
   * @param bytes the bytes that were delivered
   * @param limitedNanos the part of the interval in which the network took fewer bytes than there were
   * @param limitedBytes the bytes that were delivered in that part
   * @param pausedNanos the part of the interval in which the far end did not read
   * @param queuedBytes the bytes on their way at the end of the interval
   */
  public record Figures(long nanos, long bytes, long limitedNanos, long limitedBytes, long pausedNanos, long queuedBytes) {
    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);

    private Figures plus(Figures later) {
      return new Figures(nanos + later.nanos, bytes + later.bytes, limitedNanos + later.limitedNanos,
          limitedBytes + later.limitedBytes, pausedNanos + later.pausedNanos, later.queuedBytes);
    }
  }

  /** Takes a receipt of the far end. */
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

  /** Returns whether bytes wait for the link, and not for a thread of either end that waits for a core. In doubt, TCP's queue decides. */
  private static boolean isOfLink(Interval delivered, Receipt receipt, boolean isUnpunctual, Sender sender) {
    boolean lacksCore = receipt.coreWaitShare() > CORE_WAIT_SHARE;
    if (!isUnpunctual && !lacksCore) {
      return true;
    }
    boolean mayBe = isUnpunctual ? !lacksCore : receipt.coreWaitShare() <= LONG_CORE_WAIT_SHARE;
    return mayBe && new UnderWay(0, 0).plus(sender.flightBytes.get()).isQueued(delivered, sender.leastRttNanos);
  }

  /**
   * Counts the bytes of the row as limited by the network if it is sure that they were held up. Then they were held up since the row began.
   */
  private void judge(long leastRttNanos) {
    if (row.count >= RECEIPTS_IN_A_ROW && (row.sure || row.isHeldUp(leastRttNanos))) {
      sum = sum.plus(new Figures(0, 0, row.untold.nanos, row.untold.bytes, 0, sum.queuedBytes));
      row = row.told(true);
    }
  }

  /** Returns the measurements since the last call, if they suffice for a report and their meaning is certain. */
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
