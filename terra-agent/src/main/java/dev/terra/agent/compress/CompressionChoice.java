package dev.terra.agent.compress;

/** Which chunks of a bundle are compressed. Pure: time is an argument. On the agent's thread. */
public final class CompressionChoice {
  /** The level that costs least for each byte that it saves of text and rows, on links below a few Gbit/s. */
  private static final int LEVEL = 1;
  /** What is expected of the first chunk. */
  private static final double FIRST_RATIO = 2;
  /** The weight of the newest chunk in the expected ratio. */
  private static final double NEWEST = .2;

  private Shrinking shrinking = Shrinking.untried();
  private int running;
  private double ratio = FIRST_RATIO;

  /** Whether the next chunk that has been read is to be compressed. */
  public boolean isNext(long nowNanos) {
    return mayBegin(nowNanos);
  }

  /** Whether a chunk that is to be compressed may begin to be. */
  boolean mayBegin(long nowNanos) {
    return shrinking.isWorthATry(running, nowNanos);
  }

  /** By which level. */
  int level() {
    return LEVEL;
  }

  /** A chunk begins to be compressed. */
  void begun() {
    running++;
  }

  /** A chunk has been compressed, to so many bytes; as many as before, if it does not shrink. */
  void ended(int plainBytes, int wireBytes, long nowNanos) {
    running--;
    shrinking = shrinking.after(wireBytes < plainBytes, nowNanos);
    if (wireBytes < plainBytes) {
      ratio += NEWEST * ((double) plainBytes / wireBytes - ratio);
    }
  }

  /** How many plain bytes there are to a byte of a compressed chunk, about. */
  public double ratio() {
    return ratio;
  }
}
