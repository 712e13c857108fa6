package dev.terra.agent.compress;

/**
 * Whether the bytes of a bundle are worth a try: what cannot shrink, as it is compressed or random already, is left alone after {@link
 * #MOST_FRUITLESS} chunks and tried again rarely, one chunk at a time. A chunk that shrinks makes all worth a try again. An instance is a
 * state; it does not change.
 *
 * @param fruitless how many chunks in a row did not shrink, at most {@link #MOST_FRUITLESS}
 * @param againNanos when one more is tried, once there are as many
 * @param pauseNanos how long the pause until then was
 */
public record Shrinking(int fruitless, long againNanos, long pauseNanos) {
  /** What cannot shrink is left after so many chunks. */
  public static final int MOST_FRUITLESS = 8;
  /** A chunk in two seconds costs a part of a thousand of a core. */
  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;
  /** A change of what a bundle holds is noticed within half a minute. */
  private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;

  /** The state before any chunk was compressed. */
  public static Shrinking untried() {
    return new Shrinking(0, 0, 0);
  }

  /** Whether all is left alone, but for a rare try. */
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
    if (fruitless + 1 < MOST_FRUITLESS) {
      return new Shrinking(fruitless + 1, 0, 0);
    }
    long pause = pauseNanos == 0 ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return new Shrinking(MOST_FRUITLESS, nowNanos + pause, pause);
  }
}
