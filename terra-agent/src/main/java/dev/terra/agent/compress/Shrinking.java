package dev.terra.agent.compress;

/**
 * The state of whether the bytes of a bundle are worth compressing. Bytes that cannot shrink, being compressed or random, are left
 * uncompressed after {@link #MOST_FRUITLESS} chunks, and tried again from time to time, one chunk at a time. A chunk that shrinks makes all
 * chunks worth a try again. An instance is immutable.
 *
 * @param fruitless how many chunks in a row did not shrink, at most {@link #MOST_FRUITLESS}
 * @param againNanos when another chunk is tried, once {@code fruitless} has reached its maximum
 */
public record Shrinking(int fruitless, long againNanos) {
  /** The number of chunks that did not shrink after which the others are left uncompressed. */
  public static final int MOST_FRUITLESS = 8;
  /**
   * The pause between two tries. A try with a short chunk takes about a ten-thousandth of a core in this time, and a change of the bundle's
   * contents is noticed soon.
   */
  static final long PAUSE_NANOS = 500_000_000L;

  /** Returns the state before any chunk was compressed. */
  public static Shrinking untried() {
    return new Shrinking(0, 0);
  }

  /** Returns whether all chunks are left uncompressed, except for a try from time to time. */
  public boolean isLeft() {
    return fruitless >= MOST_FRUITLESS;
  }

  /** Returns whether another chunk is worth a try while some are being compressed. */
  public boolean isWorthATry(int running, long nowNanos) {
    return fruitless < MOST_FRUITLESS ? fruitless + running < MOST_FRUITLESS || fruitless == 0
        : running == 0 && nowNanos - againNanos >= 0;
  }

  /** Returns the state after a chunk was compressed. */
  public Shrinking after(boolean shrank, long nowNanos) {
    if (shrank) {
      return untried();
    }
    int next = Math.min(fruitless + 1, MOST_FRUITLESS);
    return new Shrinking(next, next < MOST_FRUITLESS ? 0 : nowNanos + PAUSE_NANOS);
  }
}
