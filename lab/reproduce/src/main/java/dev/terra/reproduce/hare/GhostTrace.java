package dev.terra.reproduce.hare;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Kinds of traces on which curves are compared. */
enum GhostTrace {
  /** Popular keys, as in YCSB. */
  POINTS("points, Zipf .99"),
  /** Keys of which many are nearly as popular as the first ones. */
  FLAT("points, Zipf .6"),
  /** Ranges of the store, as in YCSB-E. */
  SCANS("scans of up to 100 keys"),
  /** Popular keys, which change slowly. */
  DRIFT("points, Zipf .9, popular keys change"),
  /** Popular keys, of sizes from 100 to 25,600 bytes. */
  SIZES("points, Zipf .9, sizes that differ 256-fold"),
  /** A loop through a quarter of the keys between reads of popular ones: the curve has a cliff. */
  LOOP("a loop beside Zipf .8");

  private static final int BYTES = 550;
  private static final int LEAST_BYTES = 100;
  private static final int DOUBLINGS = 9;
  private static final int LOOPED = 4;
  private static final int READS_OF_A_STEP = 64;
  private static final int SCAN = 100;

  private final String words;

  GhostTrace(String words) {
    this.words = words;
  }

  /** Returns the mean bytes of a key. */
  int meanBytes() {
    return this == SIZES ? LEAST_BYTES * ((1 << DOUBLINGS) - 1) / DOUBLINGS : BYTES;
  }

  /** Returns whether a little more cache avoids many misses at once. */
  boolean hasCliff() {
    return this == LOOP;
  }

  Reads of(int keys, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    return switch (this) {
      case POINTS, SIZES -> new Reads(this, points(keys, this == POINTS ? .99 : .9, random));
      case FLAT -> new Reads(this, points(keys, .6, random));
      case SCANS -> new Reads(this, scans(new KeySpace(TenantLoad.scans(keys, BYTES), seed), random));
      case DRIFT -> new Reads(this, drifting(keys, random));
      case LOOP -> new Reads(this, loop(keys, random));
    };
  }

  private static KeySource points(int keys, double theta, RandomGenerator random) {
    ZipfRanks ranks = new ZipfRanks(keys, theta);
    return () -> ranks.draw(random);
  }

  private static KeySource drifting(int keys, RandomGenerator random) {
    ZipfRanks ranks = new ZipfRanks(keys, .9);
    long[] reads = {0};
    return () -> (ranks.draw(random) + reads[0]++ / READS_OF_A_STEP) % keys;
  }

  private static KeySource loop(int keys, RandomGenerator random) {
    KeySource popular = points(keys, .8, random);
    int[] next = {0};
    return () -> random.nextBoolean() ? popular.next() : keys + next[0]++ % (keys / LOOPED);
  }

  private static KeySource scans(KeySpace space, RandomGenerator random) {
    int[] range = {0, 0, 0};
    return () -> {
      if (range[1] == range[2]) {
        range[0] = space.draw(random);
        range[1] = 0;
        range[2] = 1 + random.nextInt(SCAN);
      }
      return space.behind(range[0], range[1]++);
    };
  }

  @Override
  public String toString() {
    return words.toLowerCase(Locale.ROOT);
  }

  /** A source of a trace's keys. */
  @FunctionalInterface
  private interface KeySource {
    long next();
  }

  /** The reads of a trace, without an end. */
  static final class Reads {
    private final GhostTrace trace;
    private final KeySource keys;

    private Reads(GhostTrace trace, KeySource keys) {
      this.trace = trace;
      this.keys = keys;
    }

    long next() {
      return keys.next();
    }

    /** Returns a key's bytes, which are always the same. */
    long bytes(long key) {
      return trace == SIZES ? (long) LEAST_BYTES << Math.floorMod((key * 0x9e3779b97f4a7c15L) >>> 40, DOUBLINGS) : BYTES;
    }
  }
}
