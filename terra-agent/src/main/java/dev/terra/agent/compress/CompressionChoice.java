package dev.terra.agent.compress;

import dev.terra.core.ship.ShippingShare;

/**
 * Chooses which chunks of a bundle are compressed: a share of those that have been read ({@link ShareSearch}), while they shrink
 * ({@link Shrinking}). Each block carries the step in which it was cut, since steps are measured where blocks are sent, which may be half a
 * second later. The choice reads no clock: time is an argument. It is used on the agent's thread only.
 */
public final class CompressionChoice {
  /** The share of chunks where nothing is known: all of them. The search lowers it as soon as it is too high. */
  public static final double FIRST_SHARE = 1;
  /**
   * The level of Zstandard. It is the level that takes the least time for each byte that it saves of text and rows; the share provides
   * finer steps.
   */
  private static final int LEVEL = 1;
  /** The ratio of plain to compressed bytes that is expected of the first chunk. */
  private static final double FIRST_RATIO = 2;
  /** The weight of the newest chunk in the expected ratio. */
  private static final double NEWEST = .2;

  private static final int NO_STEP = -1;
  /** The longest trial. Read-ahead lasts for half a second, and a step for a part of a second. */
  private static final long LONGEST_TRIAL_NANOS = 3_000_000_000L;

  /** The length of a chunk that would weigh as much as everything that was sent before it: a few reads. */
  private static final double HALF_TRUSTED_BYTES = 4 << 20;

  /** The most bytes of a block that tries whether bytes shrink again. Such a try yields as much information as one with a whole chunk. */
  private static final int TRIED_BYTES = 16 << 10;

  private final boolean fixed;
  private Shrinking shrinking = Shrinking.untried();
  private ShareSearch search;
  private Speed speed = Speed.ofStep();
  private int step;
  private long stepNanos;
  private int trialChunks;
  private double due;
  private StandingRate rate = StandingRate.none();
  /** The time from which a block may try whether bytes shrink again, once they are left uncompressed. */
  private long nextTryNanos;
  private boolean used;
  private long usedNanos;
  private int running;
  private double wireShare = 1;
  private double ratio = FIRST_RATIO;
  private long spentNanos;

  /** Creates the choice of a bundle that begins with a share of 0 to 1. */
  public CompressionChoice(double share) {
    this(share, false);
  }

  private CompressionChoice(double share, boolean fixed) {
    this.search = ShareSearch.start(share);
    this.fixed = fixed;
  }

  /** Returns a choice that keeps a share of 0 to 1, whether it pays or not. */
  static CompressionChoice fixed(double share) {
    return new CompressionChoice(share, true);
  }

  /**
   * Notes the bundle's planned rate. It is to be called regularly, even if the rate is unchanged: a different rate counts once it has stood
   * for a while ({@link StandingRate}). A new step begins then. A trial ends without a result. The search begins anew if the measurements
   * are not valid for the new rate ({@link ShareSearch#replanned}).
   *
   * @param bytesPerSecond the planned rate; 0 while the bundle pauses
   * @return whether what has been read for another rate should be read again, since far more of it is to be compressed
   */
  public boolean planned(double bytesPerSecond, long nowNanos) {
    if (fixed || bytesPerSecond <= 0) {
      return false;
    }
    double before = rate.bytesPerSecond();
    rate = rate.after(bytesPerSecond, nowNanos);
    if (rate.bytesPerSecond() == before) {
      return false;
    }
    double shareBefore = share();
    next(search.replanned(before == 0 ? 1 : rate.bytesPerSecond() / before), nowNanos);
    return share() > shareBefore + ShippingShare.MOST_MOVE;
  }

  /** Chooses whether the next chunk that has been read is to be compressed. */
  public boolean chooseNext(long nowNanos) {
    if (!mayBegin(nowNanos)) {
      return false;
    }
    if (shrinking.isLeft()) {
      return chooseTry(nowNanos);
    }
    if (search.isTrial()) {
      goOnWithTrial(nowNanos);
    }
    if (search.triesWithout()) {
      if (trialChunks++ < trialLength()) {
        return false;
      }
    }
    due += search.settled();
    boolean next = due >= 1;
    due -= next ? 1 : 0;
    return next;
  }

  private int trialLength() {
    return Speed.trialChunks(rate.bytesPerSecond());
  }

  /** Chooses whether the next block is a try. One block is enough for a try, even if it has to wait for a thread. */
  private boolean chooseTry(long nowNanos) {
    boolean isDue = isTryDue(nowNanos);
    nextTryNanos = isDue ? nowNanos + Shrinking.PAUSE_NANOS : nextTryNanos;
    return isDue;
  }

  private boolean isTryDue(long nowNanos) {
    return shrinking.isLeft() && mayBegin(nowNanos) && nowNanos - nextTryNanos >= 0;
  }

  /** Ends a trial that takes too long. Its chunks may never be sent, for example if their reader has left. */
  private void goOnWithTrial(long nowNanos) {
    if (nowNanos - stepNanos > LONGEST_TRIAL_NANOS) {
      next(search.without(nowNanos), nowNanos);
    }
  }

  /** Returns whether the compression of a chosen chunk may begin. */
  boolean mayBegin(long nowNanos) {
    return shrinking.isWorthATry(running, nowNanos);
  }

  /** Returns the level of Zstandard. */
  int level() {
    return LEVEL;
  }

  /** Returns the number of the step to which the next chunk that is read belongs; {@value #NO_STEP} if it belongs to none. */
  public int step() {
    return search.triesWithout() && trialChunks >= trialLength() ? NO_STEP : step;
  }

  /** Notes that the compression of a chunk begins. */
  void begun() {
    running++;
    used = true;
  }

  /** Notes that a thread has spent so much time on a chunk, whatever the result. */
  void spent(long nanos) {
    spentNanos += nanos;
  }

  /** Returns for how many nanoseconds threads have compressed chunks. */
  public long spentNanos() {
    return spentNanos;
  }

  /** Notes that a chunk has been compressed to so many bytes; as many as before if it does not shrink. */
  void ended(int plainBytes, int wireBytes, long nowNanos) {
    running--;
    boolean shrinksAgain = shrinking.isLeft() && wireBytes < plainBytes;
    shrinking = shrinking.after(wireBytes < plainBytes, nowNanos);
    nextTryNanos = shrinking.againNanos();
    if (shrinksAgain) {
      next(search.ofOtherBytes(), nowNanos);
    }
    if (wireBytes < plainBytes) {
      ratio += NEWEST * ((double) plainBytes / wireBytes - ratio);
    }
  }

  /**
   * Notes that a chunk is sent.
   *
   * @param ofStep the step in which its block was cut
   * @param plannedBytesPerSecond the bundle's rate; 0 if none is planned
   */
  public void sent(SentChunk chunk, int ofStep, double plannedBytesPerSecond, long nowNanos) {
    double weight = chunk.plainBytes() / (chunk.plainBytes() + HALF_TRUSTED_BYTES);
    wireShare += weight * ((double) chunk.wireBytes() / chunk.plainBytes() - wireShare);
    if (fixed || !used || ofStep != step) {
      return;
    }
    usedNanos = nowNanos;
    if (plannedBytesPerSecond <= 0 || shrinking.isLeft()) {
      idle();
      return;
    }
    double standing = rate.bytesPerSecond() > 0 ? rate.bytesPerSecond() : plannedBytesPerSecond;
    Speed.Rates rates = new Speed.Rates(standing, plannedBytesPerSecond);
    if (rate.isFarFrom(plannedBytesPerSecond)) {
      speed.interrupted();
    } else if (search.triesWithout() && running > 0) {
      speed.sentBeside(chunk, rates, nowNanos);
    } else {
      speed.sent(chunk, rates, nowNanos);
    }
    speed.measured().ifPresent(measured -> next(search.after(measured, nowNanos), nowNanos));
  }

  private void next(ShareSearch state, long nowNanos) {
    search = state;
    step++;
    stepNanos = nowNanos;
    trialChunks = 0;
    speed = newSpeed();
  }

  private Speed newSpeed() {
    return search.triesWithout() ? Speed.ofTrial(trialLength()) : Speed.ofStep();
  }

  /** Discards the current measurement of speed, since the bundle has nothing to send. */
  public void idle() {
    speed = newSpeed();
  }

  /** Returns the bytes on a tunnel for each plain byte that is sent, above 0 to 1. The rest of the bundle is planned with it. */
  public double wireShare() {
    return wireShare;
  }

  /** Returns about how many plain bytes there are for each byte of a compressed chunk. */
  double ratio() {
    return ratio;
  }

  /**
   * Returns about how many times as long as an uncompressed chunk the next block may be. It is 1 in a trial, where every block is one
   * chunk.
   */
  public double blockRatio() {
    return search.triesWithout() && trialChunks < trialLength() ? 1 : Math.max(1, ratio);
  }

  /** Returns the most bytes that the next block may have if a chunk holds so many. */
  public int mostBytes(int chunkBytes, long nowNanos) {
    return isTryDue(nowNanos) ? Math.min(chunkBytes, TRIED_BYTES) : chunkBytes;
  }

  /** Returns the share of chunks that is chosen at present. */
  public double share() {
    return search.settled();
  }

  /** Returns whether anything was measured within so many nanoseconds. */
  boolean wasUsed(long withinNanos, long nowNanos) {
    return used && nowNanos - usedNanos <= withinNanos;
  }

  /**
   * Returns a choice for bytes of the same kind, which starts with the share of this one, but with at least a few chunks so that their
   * speed can be measured.
   */
  CompressionChoice successor(long nowNanos) {
    CompressionChoice next = new CompressionChoice(Math.max(ShippingShare.MOST_MOVE, share()));
    next.ratio = ratio;
    next.used = true;
    next.usedNanos = nowNanos;
    return next;
  }
}
