package dev.terra.agent.compress;

/**
 * Whether the bytes of a bundle are worth a try: what cannot shrink, as it is compressed or random already, is left alone after {@link
 * #MOST_FRUITLESS} chunks and tried again from time to time, one chunk at a time. A chunk that shrinks makes all worth a try again. An
 * instance is a state; it does not change.
 *
 * @param fruitless how many chunks in a row did not shrink, at most {@link #MOST_FRUITLESS}
 * @param againNanos when one more is tried, once there are as many
 */
public record Shrinking(int fruitless, long againNanos) {
  /** What cannot shrink is left after so many chunks. */
  public static final int MOST_FRUITLESS = 8;
  /** A short chunk takes about a ten-thousandth of a core until the next one, and a change of what a bundle holds is noticed soon. */
  static final long PAUSE_NANOS = 500_000_000L;

  /** The state before any chunk was compressed. */
  public static Shrinking untried() {
    return new Shrinking(0, 0);
  }

  /** Whether all is left alone, but for a try from time to time. */
  public boolean isLeft() {
    return fruitless >= MOST_FRUITLESS;
  }

  /** Whether another chunk is worth a try while some are being compressed. */
  public boolean isWorthATry(int running, long nowNanos) {
    return fruitless < MOST_FRUITLESS ? fruitless + running < MOST_FRUITLESS || fruitless == 0
        : running == 0 && nowNanos - againNanos >= 0;
  }

  /** The state after a chunk was compressed. */
  public Shrinking after(boolean shrank, long nowNanos) {
    if (shrank) {
      return untried();
    }
    int next = Math.min(fruitless + 1, MOST_FRUITLESS);
    return new Shrinking(next, next < MOST_FRUITLESS ? 0 : nowNanos + PAUSE_NANOS);
  }
}
