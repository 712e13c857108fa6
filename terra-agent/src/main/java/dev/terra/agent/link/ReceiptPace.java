package dev.terra.agent.link;

/**
 * Decides when a neighbour gets a receipt: often where much was read, seldom where little was, never where nothing was. So receipts take at
 * most a two-hundredth of the bytes that they are about. It may be used from any thread.
 */
final class ReceiptPace {
  /** The bytes after which a receipt is due soon. A receipt is a packet of some 130 bytes. */
  private static final long OFTEN_BYTES = 32 << 10;
  /** The least time between receipts. It is a little less than a tick of all channels, so that at each tick the first far end sends one. */
  private static final long OFTEN_NANOS = 150_000_000;
  private static final long SELDOM_NANOS = 1_000_000_000;
  /** The least bytes that get a receipt. Probes and acknowledgements alone get none. */
  private static final long LEAST_BYTES = 8 << 10;

  private long toldBytes;
  private long toldNanos;
  private boolean told;

  /** Returns whether a receipt for so many bytes is due. If so, it counts as sent. */
  synchronized boolean takeDue(long readBytes, long nowNanos) {
    long bytes = Math.abs(readBytes - toldBytes); // there are fewer bytes where connections have ended
    long nanos = told ? nowNanos - toldNanos : SELDOM_NANOS;
    boolean due = (bytes >= OFTEN_BYTES && nanos >= OFTEN_NANOS) || (bytes >= LEAST_BYTES && nanos >= SELDOM_NANOS);
    if (due) {
      toldBytes = readBytes;
      toldNanos = nowNanos;
      told = true;
    }
    return due;
  }
}
