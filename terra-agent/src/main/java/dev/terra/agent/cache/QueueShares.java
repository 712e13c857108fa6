package dev.terra.agent.cache;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.CacheTenant;
import dev.terra.core.shares.GhostCache;
import dev.terra.core.shares.MissRatioCurve;
import dev.terra.core.shares.RateResource;
import dev.terra.core.shares.RequestDemand;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shares.SharePool;
import dev.terra.core.shares.ShareReview;
import dev.terra.core.shares.ShareRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The share of a cache that each queue may hold while others need room. Each queue has a ghost cache of its reads. In every period the
 * policy divides the cache anew, and the new division replaces the old one if it is clearly better. A queue that arrives gets an equal part
 * at once, and keeps it until it has made enough reads to be judged by. A queue that has not read for some periods leaves.
 *
 * <p>Invariants: the sum of the shares is at most the cache; no queue has so little that its miss ratio would be more than a hundredth
 * above that with an equal part, since only memory is divided here and no rate makes up for it. It is used on the agent's thread only.
 */
final class QueueShares {
  /** The time between two divisions, which covers some fetches of a stage. A division takes less than a millisecond. */
  static final long PERIOD_NANOS = 30_000_000_000L;
  /** The most queues with a share of their own. Further queues share that of the jobs without a known queue. */
  static final int MOST_QUEUES = 16;
  /** The name of the queue for jobs whose queue is not known. */
  static final String UNKNOWN = "";
  /** The number of parts into which the cache is divided, which is also the number of points of a curve. */
  private static final int PARTS = 64;
  /** The fewest reads from which a curve means anything. */
  static final int LEAST_READS = 64;
  /** The number of periods without a read after which a queue has left. */
  private static final int IDLE_PERIODS = 4;
  /**
   * The number of segments that a ghost cache remembers, which takes 2 MiB at most. A cache of 2 GiB holds as many segments of 64 KiB each.
   */
  private static final int MOST_KEYS = 1 << 15;
  /** The amount by which the least gain of all queues has to rise for a new division to replace the old one. */
  private static final double MARGIN = .02;
  /** The increase of the miss ratio over that with an equal part that a queue may suffer. */
  private static final double TOLERANCE = .01;
  /** The constant that is added to each miss ratio, so that noise of a queue that hardly misses is no gain. */
  private static final double SALT = .01;
  private static final double WHOLE_RATE = 1e6;
  private static final ImmutableList<RateResource> WAN = ImmutableList.of(new RateResource("bytes over the WAN", true));
  /** The demand of a request: each miss takes the rate, and each hit spares it. */
  private static final RequestDemand DEMAND = new RequestDemand(ImmutableList.of(1.0), ImmutableList.of(1.0));

  private final long capacityBytes;
  private final SharePolicy policy;
  private final long partBytes;
  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private long periodEndsNanos;

  /** The reads and the share of a queue. */
  private static final class Queue {
    private final GhostCache ghost;
    private long shareBytes;
    private int idlePeriods;
    private boolean hasRead;

    Queue(GhostCache ghost) {
      this.ghost = ghost;
    }

    boolean isKnown() {
      return ghost.reads() >= LEAST_READS;
    }
  }

  /** Creates the shares of a cache without queues. */
  QueueShares(long capacityBytes, SharePolicy policy, long nowNanos) {
    this.capacityBytes = capacityBytes;
    this.policy = policy;
    this.partBytes = Math.max(1, capacityBytes / PARTS);
    this.periodEndsNanos = nowNanos + PERIOD_NANOS;
  }

  /** Returns the name under which a queue has its share, or would have it. */
  String name(String queue) {
    return queues.containsKey(queue) || queues.size() < MOST_QUEUES ? queue : UNKNOWN;
  }

  /** Notes a reader of a queue's jobs; returns the name under which the queue has its share. */
  String join(String queue) {
    String name = name(queue);
    if (!queues.containsKey(name)) {
      queues.put(name, new Queue(new GhostCache(name.hashCode(), 0, partBytes, PARTS, MOST_KEYS)));
      divideEqually();
    }
    return name;
  }

  /** Notes that a reader of a queue's jobs reads a segment that takes so many bytes. */
  void read(String queue, long key, long bytes) {
    Queue reading = queues.get(join(queue));
    if (reading != null) {
      reading.ghost.read(key, bytes);
      reading.hasRead = true;
    }
  }

  /** Returns the bytes that a queue may hold; 0 if it has left. */
  long share(String queue) {
    Queue known = queues.get(queue);
    return known == null ? 0 : known.shareBytes;
  }

  /** Returns the share of each queue, in bytes. */
  ImmutableMap<String, Long> all() {
    ImmutableMap.Builder<String, Long> all = ImmutableMap.builder();
    queues.forEach((name, queue) -> all.put(name, queue.shareBytes));
    return all.buildOrThrow();
  }

  /** Divides the cache anew if a period is over; returns whether it is. */
  boolean tick(long nowNanos) {
    if (nowNanos - periodEndsNanos < 0) {
      return false;
    }
    periodEndsNanos = nowNanos + PERIOD_NANOS;
    queues.values().forEach(queue -> {
      queue.idlePeriods = queue.hasRead ? 0 : queue.idlePeriods + 1;
      queue.hasRead = false;
    });
    if (queues.values().removeIf(queue -> queue.idlePeriods >= IDLE_PERIODS)) {
      divideEqually();
    }
    divide();
    queues.values().forEach(queue -> queue.ghost.fade());
    return true;
  }

  private void divideEqually() {
    queues.values().forEach(queue -> queue.shareBytes = equalBytes());
  }

  private long equalBytes() {
    return capacityBytes / queues.size();
  }

  /** Divides the shares of the queues that have made enough reads. */
  private void divide() {
    List<Queue> known = queues.values().stream().filter(Queue::isKnown).toList();
    if (queues.values().stream().anyMatch(queue -> !queue.isKnown() && queue.shareBytes != equalBytes())) {
      divideEqually();
    }
    if (known.size() < 2) {
      return;
    }
    SharePool pool = pool(known);
    List<Long> now = known.stream().map(queue -> queue.shareBytes).toList();
    List<Long> divided = policy.divide(pool).stream().map(Allotment::cacheBytes).toList();
    ImmutableList<Allotment> proposed = pool.withCaches(atLeastEqual(pool, divided));
    ImmutableList<Allotment> next = now.equals(atLeastEqual(pool, now))
        ? new ShareReview(MARGIN).next(pool, pool.withCaches(now), proposed) : proposed;
    for (int i = 0; i < known.size(); i++) {
      known.get(i).shareBytes = next.get(i).cacheBytes();
    }
  }

  private SharePool pool(List<Queue> known) {
    Allotment base = new Allotment(equalBytes(), ImmutableList.of(WHOLE_RATE / known.size()));
    ImmutableList<CacheTenant> tenants = known.stream().map(queue -> new CacheTenant("", DEMAND, queue.ghost.curve().salted(SALT), base))
        .collect(ImmutableList.toImmutableList());
    return new SharePool(WAN, tenants, ShareRules.of(partBytes, partBytes));
  }

  /**
   * Returns the cache sizes of a division with the necessary minimum for each queue: queues below what they need are raised, and queues
   * above an equal part are lowered to make up for it, in proportion to their gains.
   */
  private List<Long> atLeastEqual(SharePool pool, List<Long> divided) {
    long equal = equalBytes();
    List<Long> caches = new ArrayList<>();
    long given = 0;
    long taken = 0;
    for (int i = 0; i < divided.size(); i++) {
      long bytes = Math.max(divided.get(i), Math.min(equal, least(pool.tenants().get(i).curve(), equal)));
      caches.add(bytes);
      given += Math.max(0, equal - bytes);
      taken += Math.max(0, bytes - equal);
    }
    double part = taken == 0 ? 0 : Math.min(1, (double) given / taken);
    caches.replaceAll(bytes -> bytes <= equal ? bytes : equal + (long) ((bytes - equal) * part));
    return caches;
  }

  /** Returns the least size with which a queue misses hardly more often than with an equal part. */
  private long least(MissRatioCurve curve, long equal) {
    long least = equal;
    while (least > partBytes && curve.at(least - partBytes) * (1 - TOLERANCE) <= curve.at(equal)) {
      least -= partBytes;
    }
    return least;
  }
}
