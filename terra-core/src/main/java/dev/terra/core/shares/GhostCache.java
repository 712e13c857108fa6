package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates the miss ratio curve of a cache that evicts the least recently read entry. It keeps no contents, only the keys and sizes of a
 * sample of all keys. A hash decides whether a key is in the sample, so that either all its reads are or none (SHARDS, FAST 2015). The
 * reuse distance of a read is the number of bytes that were touched since the previous read of its key, scaled by the sample. The read hits
 * in all caches that are larger. The curve depends on which of the most popular keys are in the sample. This is corrected: if the sample
 * has fewer reads than expected, the difference counts as hits in the smallest cache; if it has more, the difference is subtracted there.
 *
 * <p>Only counted reads make up the curve. Writes, and reads that fill the ghost, only move keys. One owner uses an instance.
 */
public final class GhostCache {
  /**
   * The usual shift: one key of 16 is in the sample. An access costs a hash and a sixteenth of the update of a tree. With fewer than a
   * hundred thousand keys, the sample would be too small; then shift 0, which takes all keys, costs little.
   */
  public static final int SAMPLE_SHIFT = 4;
  /** The most keys of a ghost's sample, so that its memory is bounded. */
  static final int MOST_KEYS = 1 << 20;

  /** A constant by which similar seeds draw different samples. */
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
   * Creates an empty ghost.
   *
   * @param seed the seed by which the sample is drawn
   * @param shift one key of {@code 1 << shift} is in the sample, 0 to 16
   * @param tickBytes the distance between two points of the curve, above 0
   * @param ticks the number of the curve's points, at least 1
   */
  public GhostCache(long seed, int shift, long tickBytes, int ticks) {
    this(seed, shift, tickBytes, ticks, shift == 0 ? Integer.MAX_VALUE >> 2 : MOST_KEYS);
  }

  /**
   * Creates an empty ghost that remembers a bounded number of keys.
   *
   * @param mostKeys the most keys of the sample, at least 1; each takes up to 64 bytes
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

  /** Counts a read of a key, whose value has a number of bytes. */
  public void read(long key, long bytes) {
    reads++;
    long hash = mix(key ^ seed);
    if ((hash & mask) == 0) {
      sampledReads++;
      count(stack.touch(hash, bytes));
    }
  }

  /** Makes a key the most recent one of the cache, without counting a read. */
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

  /** Forgets the counted reads; the keys stay. */
  public void startPeriod() {
    Arrays.fill(hits, 0);
    reads = 0;
    sampledReads = 0;
  }

  /** Halves the counts. If each period ends with this call, each counts half as much as the next one. */
  public void fade() {
    for (int i = 0; i < hits.length; i++) {
      hits[i] /= 2;
    }
    reads /= 2;
    sampledReads /= 2;
  }

  /** Returns the number of reads that were counted in this period. */
  public long reads() {
    return reads;
  }

  /** Returns the curve of this period's reads. If there were none, all reads miss. */
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
