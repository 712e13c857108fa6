package dev.terra.spark.plugin;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which shuffles of which hosts the node's service has called too small for Terra a moment ago, so that their next blocks need not ask.
 * Thread-safe.
 */
final class SmallShuffles {
  /** Less than a small shuffle needs without Terra, more than several of its requests do. A shuffle that has grown is soon asked about. */
  static final long REMEMBERED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  /** Above that all are asked about anew. */
  private static final int MAX_SHUFFLES = 10_000;

  private final LongSupplier nanoClock;
  private final Map<Key, Long> calledNanos = new ConcurrentHashMap<>();
  private final Set<Key> carried = ConcurrentHashMap.newKeySet();

  private record Key(String host, int shuffle) {}

  /** None; the clock is monotonic, in ns. */
  SmallShuffles(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Notes that Terra carries blocks of a shuffle: it does so for good, however little the first of its readers have asked for. */
  void noteCarried(String host, int shuffle) {
    if (carried.size() >= MAX_SHUFFLES) {
      carried.clear();
    }
    carried.add(new Key(host, shuffle));
  }

  /** Notes that the service has just called a shuffle too small. */
  void noteSmall(String host, int shuffle) {
    if (calledNanos.size() >= MAX_SHUFFLES) {
      calledNanos.clear();
    }
    calledNanos.put(new Key(host, shuffle), nanoClock.getAsLong());
  }

  /** Whether it was called too small so recently that there is no use in asking. */
  boolean has(String host, int shuffle) {
    Key key = new Key(host, shuffle);
    Long since = calledNanos.get(key);
    return since != null && !carried.contains(key) && nanoClock.getAsLong() - since < REMEMBERED_NANOS;
  }
}
