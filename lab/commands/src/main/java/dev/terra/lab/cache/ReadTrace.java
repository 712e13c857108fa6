package dev.terra.lab.cache;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Reads of keys, as caches see them. */
final class ReadTrace {
  /** Enough for a sample of a sixteenth. */
  private static final int KEYS = 200_000;
  private static final double ZIPF_OF_STORES = 0.99;
  private static final double ZIPF_FLAT = 0.7;
  /** The hot set moves on after so many parts of the reads. */
  private static final int HOT_SETS = 4;
  private static final double HOT_KEYS = 0.1;
  private static final double HOT_READS = 0.9;
  /** Of the last trace, so many reads are of a scan that comes round again and again. */
  private static final double SCANNED = 0.3;

  private final String label;
  private final long[] keys;

  private ReadTrace(String label, long[] keys) {
    this.label = label;
    this.keys = keys;
  }

  /** What it is like, as reports name it. */
  String label() {
    return label;
  }

  /** The keys of the reads, in order; not to be changed. */
  long[] keys() {
    return keys;
  }

  /** Five kinds, each of so many reads. */
  static ReadTrace[] five(int reads, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new ReadTrace[] {uniform(reads, random), zipf("Zipf " + ZIPF_FLAT, ZIPF_FLAT, reads, random),
        zipf("Zipf " + ZIPF_OF_STORES, ZIPF_OF_STORES, reads, random), hotSets(reads, random), scanned(reads, random)};
  }

  private static ReadTrace uniform(int reads, SplittableRandom random) {
    long[] keys = new long[reads];
    Arrays.setAll(keys, i -> random.nextInt(KEYS));
    return new ReadTrace("uniform", keys);
  }

  private static ReadTrace zipf(String label, double exponent, int reads, SplittableRandom random) {
    double[] upTo = cumulated(exponent);
    long[] keys = new long[reads];
    Arrays.setAll(keys, i -> rank(upTo, random));
    return new ReadTrace(label, keys);
  }

  /** The weights of all ranks up to each one, where rank r weighs {@code r^-exponent}. */
  private static double[] cumulated(double exponent) {
    double[] upTo = new double[KEYS];
    double sum = 0;
    for (int i = 0; i < KEYS; i++) {
      sum += Math.pow(i + 1, -exponent);
      upTo[i] = sum;
    }
    return upTo;
  }

  private static int rank(double[] upTo, SplittableRandom random) {
    int place = Arrays.binarySearch(upTo, random.nextDouble() * upTo[KEYS - 1]);
    return place < 0 ? -place - 1 : place;
  }

  private static ReadTrace hotSets(int reads, SplittableRandom random) {
    int hot = (int) (KEYS * HOT_KEYS);
    long[] keys = new long[reads];
    Arrays.setAll(keys, i -> random.nextDouble() < HOT_READS
        ? (long) i * HOT_SETS / reads * hot + random.nextInt(hot)
        : random.nextInt(KEYS));
    return new ReadTrace("hot set that moves", keys);
  }

  private static ReadTrace scanned(int reads, SplittableRandom random) {
    double[] upTo = cumulated(ZIPF_OF_STORES);
    long[] keys = new long[reads];
    long next = 0;
    for (int i = 0; i < reads; i++) {
      keys[i] = random.nextDouble() < SCANNED ? KEYS + next++ % (KEYS / 2) : rank(upTo, random);
    }
    return new ReadTrace("Zipf and a scan", keys);
  }
}
