package dev.terra.agent.link;

/**
 * Decides when a neighbour gets a receipt: often where much was read, seldom where little was, never where nothing was. So receipts
 * are at most a two-hundredth of what they are about. May be used from any thread.
 */
final class ReceiptPace {
  /** A receipt is a packet of some 130 bytes. */
  private static final long OFTEN_BYTES = 32 << 10;
  /** A little less than a tick of all channels: each tick's first far end tells. */
  private static final long OFTEN_NANOS = 150_000_000;
  private static final long SELDOM_NANOS = 1_000_000_000;
  /** Probes and acknowledgements alone get no receipt. */
  private static final long LEAST_BYTES = 8 << 10;

  private long toldBytes;
  private long toldNanos;
  private boolean told;

  /** Whether it is time to tell of so many bytes; if so, they count as told. */
  synchronized boolean takeDue(long readBytes, long nowNanos) {
    long bytes = Math.abs(readBytes - toldBytes); // fewer, where connections have ended
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
