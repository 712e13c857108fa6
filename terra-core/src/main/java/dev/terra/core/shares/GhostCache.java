package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The miss ratio curve of a cache that evicts what was read the longest ago, without its contents: keys and sizes of a sample of all keys.
 * A key is in the sample by its hash, so that all its reads are, or none (SHARDS, FAST 2015). A read's reuse distance is the bytes that
 * were touched since the read before it, scaled by the sample; it hits in all caches that are larger. Which of the most popular keys are in
 * the sample moves the curve: what the sample has too few of the reads counts as hits in the smallest cache, and likewise for too many.
 *
 * <p>Reads that are counted make the curve; writes, and what fills the ghost, move keys only. One owner.
 */
public final class GhostCache {
  /**
   * One key of 16: an access costs a hash and a sixteenth of a tree's update. Where there are less than a hundred thousand keys, their
   * sample is too small; then shift 0, all keys, costs little in all.
   */
  public static final int SAMPLE_SHIFT = 4;
  /** With 16 bytes for a key, a ghost takes 50 MB at most. */
  static final int MOST_KEYS = 1 << 20;

  /** Seeds that are near to each other draw samples that are not. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long seed;
  private final int shift;
  private final long mask;
  private final long tickBytes;
  private final double sampledTick;
  private final long[] hits;
  private final RecencyStack stack;
  private long reads;
  private long sampledReads;

  /**
   * An empty ghost.
   *
   * @param seed what the sample is drawn by
   * @param shift one key of {@code 1 << shift} is in the sample, 0 to 16
   * @param tickBytes the distance of the curve's points, above 0
   * @param ticks how many points it has, at least 1
   */
  public GhostCache(long seed, int shift, long tickBytes, int ticks) {
    this(seed, shift, tickBytes, ticks, shift == 0 ? Integer.MAX_VALUE >> 2 : MOST_KEYS);
  }

  /**
   * An empty ghost that remembers a number of keys at most.
   *
   * @param mostKeys of the sample, at least 1; it takes up to 64 bytes for each
   */
  public GhostCache(long seed, int shift, long tickBytes, int ticks, int mostKeys) {
    checkArgument(shift >= 0 && shift <= Short.SIZE, "sample: expected 0 to 16, got %s", shift);
    checkArgument(tickBytes > 0, "tick: expected more than 0 bytes, got %s", tickBytes);
    checkArgument(ticks > 0, "ticks: expected at least 1, got %s", ticks);
    checkArgument(mostKeys > 0, "keys: expected at least 1, got %s", mostKeys);
    this.seed = mix(seed + GOLDEN);
    this.shift = shift;
    this.mask = (1L << shift) - 1;
    this.tickBytes = tickBytes;
    this.sampledTick = (double) tickBytes / (1L << shift);
    this.hits = new long[ticks];
    this.stack = new RecencyStack((long) Math.ceil(sampledTick * ticks), mostKeys);
  }

  /** A read of a key and its value. */
  public void read(long key, long bytes) {
    reads++;
    long hash = mix(key ^ seed);
    if ((hash & mask) == 0) {
      sampledReads++;
      count(stack.touch(hash, bytes));
    }
  }

  /** A key is in the cache now, as the most recent one, and no read is counted. */
  public void touch(long key, long bytes) {
    long hash = mix(key ^ seed);
    if ((hash & mask) == 0) {
      stack.touch(hash, bytes);
    }
  }

  private void count(long distance) {
    if (distance > 0) {
      int tick = (int) ((distance - 1) / sampledTick);
      if (tick < hits.length) {
        hits[tick]++;
      }
    }
  }

  /** Forgets the reads that were counted; the keys stay. */
  public void startPeriod() {
    Arrays.fill(hits, 0);
    reads = 0;
    sampledReads = 0;
  }

  /** Halves what was counted: of periods that end so, each counts half as much as the next one. */
  public void fade() {
    for (int i = 0; i < hits.length; i++) {
      hits[i] /= 2;
    }
    reads /= 2;
    sampledReads /= 2;
  }

  /** How many reads were counted in this period. */
  public long reads() {
    return reads;
  }

  /** The curve of this period's reads; all miss where there were none. */
  public MissRatioCurve curve() {
    double expected = (double) reads / (1L << shift);
    double hit = expected - sampledReads;
    double least = 1;
    List<Long> sizes = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < hits.length; i++) {
      hit += hits[i];
      least = expected == 0 ? 1 : Math.min(least, Math.max(0, 1 - hit / expected));
      sizes.add((i + 1) * tickBytes);
      ratios.add(least);
    }
    return MissRatioCurve.of(sizes, ratios);
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
