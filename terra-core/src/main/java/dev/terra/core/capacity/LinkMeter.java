package dev.terra.core.capacity;

import java.util.Optional;

/**
 * Measures one direction of a link from what its far end says that it has read. Whether the network held bytes up is seen from those that
 * are on their way: by Little's law they have waited as long as it takes to deliver as many. Where that is longer than a round trip and
 * {@link #HELD_UP_NANOS} for a while, and the rate does not grow as it does while TCP begins, the link took what it could. All connections
 * over a link are looked at together, so that one of them which waits for its own reasons is no slow link; and where the far end does
 * not read, nothing is said about the network. Pure: clocks are others'. May be used from any thread.
 */
public final class LinkMeter {
  /** Longer than a queue of a link's own (100 ms are usual) and a late timer; half of what a tunnel may have waiting. */
  static final long HELD_UP_NANOS = 300_000_000;
  /** Twice what a tunnel may have waiting where all is well: a link that takes far less than it is given is known sooner. */
  static final long FAR_TOO_LONG_NANOS = 1_000_000_000;
  /** Some of the shortest chunks may always be on their way together: at low rates each takes a while. */
  static final long ALWAYS_ON_ITS_WAY_BYTES = 64 << 10;
  /** So many receipts in a row have to say so, of which those with {@link #FAR_TOO_LONG_NANOS} count double: a late one says nothing. */
  static final int RECEIPTS_IN_A_ROW = 3;
  /** A rate that grows by more from one receipt to the next is one that begins. */
  static final double BEGINNING = 1.5;
  /** After a longer silence nothing is known of how bytes went: they may have come all at once. */
  static final long LONGEST_INTERVAL_NANOS = 2_000_000_000;
  private static final double NANOS = 1e9;

  private Receipt last;
  private double lastRate;
  private int heldUpInARow;
  private Figures sum = Figures.NONE;

  /**
   * What the far end says.
   *
   * @param bytes that it has read of all connections that are open
   * @param atNanos of its own monotonic clock
   * @param connections that are open at its end
   * @param paused whether it leaves unread what comes on one of them
   */
  public record Receipt(long bytes, long atNanos, int connections, boolean paused) {}

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

  /**
   * The far end says what it has read.
   *
   * @param writtenBytes to all connections, by now
   * @param connections that are open at this end
   * @param leastRttNanos of the link without queues; 0 if not known
   */
  public synchronized void receipt(Receipt receipt, long writtenBytes, int connections, long leastRttNanos) {
    Receipt before = last;
    boolean sameConnections = receipt.connections() == connections && writtenBytes >= receipt.bytes();
    last = sameConnections ? receipt : null;
    if (!sameConnections || before == null) {
      heldUpInARow = 0;
      return;
    }
    long nanos = receipt.atNanos() - before.atNanos();
    long bytes = receipt.bytes() - before.bytes();
    if (nanos <= 0 || nanos > LONGEST_INTERVAL_NANOS || bytes < 0) {
      heldUpInARow = 0;
      return;
    }
    add(nanos, bytes, writtenBytes - receipt.bytes(), leastRttNanos, receipt.paused());
  }

  private void add(long nanos, long bytes, long queued, long leastRttNanos, boolean paused) {
    double rate = bytes * NANOS / nanos;
    double waitedNanos = (queued - ALWAYS_ON_ITS_WAY_BYTES) / Math.max(1, rate) * NANOS - leastRttNanos;
    boolean heldUp = !paused && waitedNanos >= HELD_UP_NANOS;
    boolean begins = rate > lastRate * BEGINNING;
    heldUpInARow = !heldUp ? 0 : begins ? 1 : heldUpInARow + (waitedNanos >= FAR_TOO_LONG_NANOS ? 2 : 1);
    boolean limited = heldUpInARow >= RECEIPTS_IN_A_ROW;
    lastRate = rate;
    sum = sum.plus(new Figures(nanos, bytes, limited ? nanos : 0, limited ? bytes : 0, paused ? nanos : 0, queued));
  }

  /** What has been measured since the last call, if that is enough to be told. */
  public synchronized Optional<Figures> take(long atLeastNanos, long atLeastLimitedNanos) {
    if (sum.nanos == 0 || (sum.nanos < atLeastNanos && sum.limitedNanos < atLeastLimitedNanos)) {
      return Optional.empty();
    }
    Figures taken = sum;
    sum = Figures.NONE;
    return Optional.of(taken);
  }
}
