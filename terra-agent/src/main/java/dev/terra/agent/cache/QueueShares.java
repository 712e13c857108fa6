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
 * How much of a cache each queue may hold while others need room. Each queue has a ghost cache of its reads; every period the policy
 * divides the cache anew, and the new division replaces the old one if it is clearly better. A queue that comes has an equal part at
 * once, and keeps it until it has made reads enough to be judged by; one that has not read for some periods leaves.
 *
 * <p>Invariants: the shares' sum is at most the cache; no queue has so little that it would miss more than a hundredth more often than with
 * an equal part, as nothing but memory is divided here and no rate makes up for it. On the agent's thread.
 */
final class QueueShares {
  /** Some fetches of a stage; a division costs less than a millisecond. */
  static final long PERIOD_NANOS = 30_000_000_000L;
  /** Queues beyond this many share what the jobs without a known queue have. */
  static final int MOST_QUEUES = 16;
  /** Whose jobs' queue is not known. */
  static final String UNKNOWN = "";
  /** The cache is divided in parts of this size, which also are the points of a curve. */
  private static final int PARTS = 64;
  /** With fewer reads than this a curve says nothing. */
  static final int LEAST_READS = 64;
  /** A queue that has not read for so many periods has left. */
  private static final int IDLE_PERIODS = 4;
  /** Segments that a ghost remembers, 2 MiB at most: a cache of 2 GiB holds as many of 64 KiB each. */
  private static final int MOST_KEYS = 1 << 15;
  /** By how much the queue that gains least has to gain more. */
  private static final double MARGIN = .02;
  /** How much more often a queue may miss than with an equal part. */
  private static final double TOLERANCE = .01;
  /** What is added to the part that misses: of a queue that hardly misses, noise is then no gain. */
  private static final double SALT = .01;
  private static final double WHOLE_RATE = 1e6;
  private static final ImmutableList<RateResource> WAN = ImmutableList.of(new RateResource("bytes over the WAN", true));
  /** Each miss takes the rate, and each hit spares it. */
  private static final RequestDemand DEMAND = new RequestDemand(ImmutableList.of(1.0), ImmutableList.of(1.0));

  private final long capacityBytes;
  private final SharePolicy policy;
  private final long partBytes;
  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private long periodEndsNanos;

  /** What is known of a queue's reads. */
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

  /** A cache without queues. */
  QueueShares(long capacityBytes, SharePolicy policy, long nowNanos) {
    this.capacityBytes = capacityBytes;
    this.policy = policy;
    this.partBytes = Math.max(1, capacityBytes / PARTS);
    this.periodEndsNanos = nowNanos + PERIOD_NANOS;
  }

  /** The name under which a queue has its share, or would have it. */
  String name(String queue) {
    return queues.containsKey(queue) || queues.size() < MOST_QUEUES ? queue : UNKNOWN;
  }

  /** A reader of a queue's jobs comes; returns the name under which the queue has its share. */
  String join(String queue) {
    String name = name(queue);
    if (!queues.containsKey(name)) {
      queues.put(name, new Queue(new GhostCache(name.hashCode(), 0, partBytes, PARTS, MOST_KEYS)));
      divideEqually();
    }
    return name;
  }

  /** A reader of a queue's jobs reads a segment that takes so many bytes. */
  void read(String queue, long key, long bytes) {
    Queue reading = queues.get(join(queue));
    if (reading != null) {
      reading.ghost.read(key, bytes);
      reading.hasRead = true;
    }
  }

  /** What a queue may hold; nothing if it has left. */
  long share(String queue) {
    Queue known = queues.get(queue);
    return known == null ? 0 : known.shareBytes;
  }

  /** The share of each queue, in bytes. */
  ImmutableMap<String, Long> all() {
    ImmutableMap.Builder<String, Long> all = ImmutableMap.builder();
    queues.forEach((name, queue) -> all.put(name, queue.shareBytes));
    return all.buildOrThrow();
  }

  /** Divides the cache anew if a period is over; returns whether one is. */
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

  /** Divides what the queues have of whom enough is known. */
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

  /** The caches of a division: those that gave up what they need are raised, and the others lowered by that, by what they gain. */
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

  /** With how much a queue misses hardly more than with an equal part. */
  private long least(MissRatioCurve curve, long equal) {
    long least = equal;
    while (least > partBytes && curve.at(least - partBytes) * (1 - TOLERANCE) <= curve.at(equal)) {
      least -= partBytes;
    }
    return least;
  }
}
