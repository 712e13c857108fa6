package dev.terra.reproduce.hare;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The keys of a tenant's load: ranks by popularity and, for scans, their order in the store, in which popular keys are
 * scattered. It computes the order in which a cache that has run for ever has them.
 */
final class KeySpace {
  private static final int RANK_BITS = 32;
  private static final long RANK_MASK = (1L << RANK_BITS) - 1;

  private final TenantLoad load;
  private final ZipfRanks ranks;
  /** The rank at each place of the store; empty if there are no scans. */
  private final int[] stored;
  private final int[] places;

  KeySpace(TenantLoad load, long seed) {
    this.load = load;
    this.ranks = new ZipfRanks(load.keys(), load.theta());
    this.stored = load.scan() > 1 ? scattered(load.keys(), seed) : new int[0];
    this.places = new int[stored.length];
    for (int i = 0; i < stored.length; i++) {
      places[stored[i]] = i;
    }
  }

  int draw(RandomGenerator random) {
    return ranks.draw(random);
  }

  /** Returns the key that is some places behind another one in the store. */
  int behind(int key, int distance) {
    return distance == 0 ? key : stored[(places[key] + distance) % stored.length];
  }

  /**
   * Returns the keys by how recently each was touched, as after an endless time: the time since the last touch is
   * exponential in the frequency of touches.
   */
  int[] byAge(RandomGenerator random) {
    double[] often = touches();
    long[] aged = new long[often.length];
    for (int i = 0; i < often.length; i++) {
      float age = (float) (-Math.log1p(-random.nextDouble()) / often[i]);
      aged[i] = ((long) Float.floatToIntBits(age) << RANK_BITS) | i;
    }
    Arrays.sort(aged);
    int[] keys = new int[aged.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (int) (aged[i] & RANK_MASK);
    }
    return keys;
  }

  /** Returns how often an operation touches each key. */
  private double[] touches() {
    double[] starts = ranks.probabilities();
    if (load.scan() == 1) {
      return starts;
    }
    double[] all = new double[starts.length];
    double near = 0;
    double weighted = 0;
    int longest = load.scan();
    for (int i = -longest; i < stored.length; i++) {
      double arrives = starts[at(i)];
      weighted += arrives - near / longest;
      near += arrives - (i >= 0 ? starts[at(i - longest)] : 0);
      if (i >= 0) {
        all[stored[i]] = (1 - load.writes()) * weighted + load.writes() * arrives;
      }
    }
    return all;
  }

  private int at(int place) {
    return stored[Math.floorMod(place, stored.length)];
  }

  private static int[] scattered(int keys, long seed) {
    long[] hashed = new long[keys];
    RandomGenerator random = new SplittableRandom(seed);
    for (int i = 0; i < keys; i++) {
      hashed[i] = (random.nextLong() & ~RANK_MASK) | i;
    }
    Arrays.sort(hashed);
    int[] order = new int[keys];
    for (int i = 0; i < keys; i++) {
      order[i] = (int) (hashed[i] & RANK_MASK);
    }
    return order;
  }
}
