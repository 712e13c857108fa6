package dev.terra.agent.compress;

import dev.terra.core.ship.ShippingShare;

/**
 * Which chunks of a bundle are compressed: a share of those that have been read ({@link ShareSearch}), while they shrink ({@link
 * Shrinking}). Each block knows the step in which it was cut, as steps are measured where blocks leave, which may be half a second later.
 * Pure: time is an argument. On the agent's thread.
 */
public final class CompressionChoice {
  /** All chunks, where nothing is known: the search leaves that as soon as it is too many. */
  public static final double FIRST_SHARE = 1;
  /** The level that costs least for each byte that it saves of text and rows; finer steps are the share's. */
  private static final int LEVEL = 1;
  /** What is expected of the first chunk. */
  private static final double FIRST_RATIO = 2;
  /** The weight of the newest chunk in the expected ratio. */
  private static final double NEWEST = .2;

  private static final int NO_STEP = -1;
  /** Read-ahead is half a second, and a step a part of one. */
  private static final long LONGEST_TRIAL_NANOS = 3_000_000_000L;

  /** What has been sent counts as much as a chunk of this length: a few reads. */
  private static final double HALF_TRUSTED_BYTES = 4 << 20;

  /** A try whether bytes shrink again takes no more of them: it says as much as one with a whole chunk. */
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
  /** When a block may be a try whether bytes shrink again, once they are left. */
  private long nextTryNanos;
  private boolean used;
  private long usedNanos;
  private int running;
  private double wireShare = 1;
  private double ratio = FIRST_RATIO;
  private long spentNanos;

  /** A bundle's, that begins with a share of 0 to 1. */
  public CompressionChoice(double share) {
    this(share, false);
  }

  private CompressionChoice(double share, boolean fixed) {
    this.search = ShareSearch.start(share);
    this.fixed = fixed;
  }

  /** One that keeps a share of 0 to 1, whether it pays or not. */
  static CompressionChoice fixed(double share) {
    return new CompressionChoice(share, true);
  }

  /**
   * The bundle has a planned rate. To be called regularly, also where it is the same: another one counts once it has stood
   * ({@link StandingRate}). Then a new step begins. A trial ends without a result, and the search begins anew if what was measured says
   * nothing of the new rate ({@link ShareSearch#replanned}).
   *
   * @param bytesPerSecond 0 where it pauses
   * @return whether what has been read for another rate should be read again, as far more of it is to be compressed now
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

  /** One block is enough for a try, also where it has to wait for a thread. */
  private boolean chooseTry(long nowNanos) {
    boolean isDue = isTryDue(nowNanos);
    nextTryNanos = isDue ? nowNanos + Shrinking.PAUSE_NANOS : nextTryNanos;
    return isDue;
  }

  private boolean isTryDue(long nowNanos) {
    return shrinking.isLeft() && mayBegin(nowNanos) && nowNanos - nextTryNanos >= 0;
  }

  /** The chunks of a trial may not go at all, as where their reader has left. */
  private void goOnWithTrial(long nowNanos) {
    if (nowNanos - stepNanos > LONGEST_TRIAL_NANOS) {
      next(search.without(nowNanos), nowNanos);
    }
  }

  /** Whether a chunk that is to be compressed may begin to be. */
  boolean mayBegin(long nowNanos) {
    return shrinking.isWorthATry(running, nowNanos);
  }

  /** By which level. */
  int level() {
    return LEVEL;
  }

  /** The number of the step to which the next chunk that is read belongs; {@value #NO_STEP} if to none. */
  public int step() {
    return search.triesWithout() && trialChunks >= trialLength() ? NO_STEP : step;
  }

  /** A chunk begins to be compressed. */
  void begun() {
    running++;
    used = true;
  }

  /** A thread has compressed a chunk for so long, whatever came of it. */
  void spent(long nanos) {
    spentNanos += nanos;
  }

  /** For how long threads have compressed chunks. */
  public long spentNanos() {
    return spentNanos;
  }

  /** A chunk has been compressed, to so many bytes; as many as before, if it does not shrink. */
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
   * A chunk is sent.
   *
   * @param ofStep the step in which its block was cut
   * @param plannedBytesPerSecond the bundle's rate; 0: none is planned
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

  /** The bundle has nothing to send: how fast it was until then is no speed. */
  public void idle() {
    speed = newSpeed();
  }

  /** How many bytes on a tunnel there are to a plain byte that is sent, above 0 to 1: what is left of the bundle is planned by it. */
  public double wireShare() {
    return wireShare;
  }

  /** How many plain bytes there are to a byte of a compressed chunk, about. */
  double ratio() {
    return ratio;
  }

  /** How many times as long as one that goes as it is the next block may be, about: 1 in a trial, of which every block is one chunk. */
  public double blockRatio() {
    return search.triesWithout() && trialChunks < trialLength() ? 1 : Math.max(1, ratio);
  }

  /** How many bytes the next block may have at most, if so many fit into a chunk. */
  public int mostBytes(int chunkBytes, long nowNanos) {
    return isTryDue(nowNanos) ? Math.min(chunkBytes, TRIED_BYTES) : chunkBytes;
  }

  /** The share of what is chosen now. */
  public double share() {
    return search.settled();
  }

  /** Whether anything was measured, at most so long ago. */
  boolean wasUsed(long withinNanos, long nowNanos) {
    return used && nowNanos - usedNanos <= withinNanos;
  }

  /** A choice for bytes of the same kind, which goes on from what this one has come to: with at least a few chunks, to be measured. */
  CompressionChoice successor(long nowNanos) {
    CompressionChoice next = new CompressionChoice(Math.max(ShippingShare.MOST_MOVE, share()));
    next.ratio = ratio;
    next.used = true;
    next.usedNanos = nowNanos;
    return next;
  }
}
