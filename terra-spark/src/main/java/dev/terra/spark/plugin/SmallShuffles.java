package dev.terra.spark.plugin;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The shuffles of hosts that the node's service has recently considered too small for Terra, so that their next blocks need no request to
 * it. It is thread-safe.
 */
final class SmallShuffles {
  /**
   * How long a shuffle counts as small, ns: less than a small shuffle needs without Terra, and more than several of its requests need. A
   * shuffle that has grown soon gets a new decision.
   */
  static final long REMEMBERED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  /** The most shuffles; above this number, all entries are dropped. */
  private static final int MAX_SHUFFLES = 10_000;

  private final LongSupplier nanoClock;
  private final Map<Key, Long> calledNanos = new ConcurrentHashMap<>();
  private final Set<Key> carried = ConcurrentHashMap.newKeySet();

  private record Key(String host, int shuffle) {}

  /** Makes an empty set; the clock is monotonic, in ns. */
  SmallShuffles(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Notes that Terra carries blocks of a shuffle. From then on the shuffle never counts as small, however little its first readers have
   * requested.
   */
  void noteCarried(String host, int shuffle) {
    if (carried.size() >= MAX_SHUFFLES) {
      carried.clear();
    }
    carried.add(new Key(host, shuffle));
  }

  /** Notes that the service considers a shuffle too small at this time. */
  void noteSmall(String host, int shuffle) {
    if (calledNanos.size() >= MAX_SHUFFLES) {
      calledNanos.clear();
    }
    calledNanos.put(new Key(host, shuffle), nanoClock.getAsLong());
  }

  /** Returns whether the shuffle was considered too small so recently that a request is useless. */
  boolean has(String host, int shuffle) {
    Key key = new Key(host, shuffle);
    Long since = calledNanos.get(key);
    return since != null && !carried.contains(key) && nanoClock.getAsLong() - since < REMEMBERED_NANOS;
  }
}
