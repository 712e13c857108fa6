package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the shares of queues that read segments of a site's cache, on a clock that the test advances. */
class QueueSharesTest {
  private static final long CAPACITY = 8 << 20;
  private static final int LENGTH = 16 << 10;
  private static final int READS_OF_PERIOD = 3_000;
  private static final SiteId SOURCE = new SiteId("A");

  /** The cache of a site, in which a segment arrives at once. A shuffle has the name of its queue. */
  private static final class Site {
    private final QueueShares shares;
    private final SegmentCache cache;
    private final Map<String, Load> loads = new HashMap<>();
    private long nowNanos;

    /** What a queue reads: random ones of a number of segments, or each segment once if that number is 0. */
    private static final class Load {
      private final SplittableRandom random;
      private final int segments;
      private int next;
      private int reads;
      private int misses;

      Load(int seed, int segments) {
        this.random = new SplittableRandom(seed);
        this.segments = segments;
      }

      int next() {
        return segments == 0 ? next++ : random.nextInt(segments);
      }

      /** Returns the number of reads for each read that has to cross the WAN, since the rate of the WAN bounds a queue. */
      double throughput() {
        return (double) reads / misses;
      }
    }

    Site(SharePolicy policy) {
      shares = new QueueShares(CAPACITY, policy, 0);
      cache = new SegmentCache(CAPACITY, shuffle -> shares.name(shuffle.value()), shares::share, segment -> { });
    }

    void load(String queue, int segments) {
      loads.put(queue, new Load(loads.size(), segments));
    }

    void read(String queue, int number) {
      SegmentId id = CacheBed.id(queue, number, 0);
      Load load = loads.get(queue);
      load.reads++;
      shares.join(cache.queue(id.shuffle()));
      if (cache.find(id).isEmpty()) {
        load.misses++;
        CachedSegment segment = cache.begin(id, SOURCE, true);
        if (!cache.describe(List.of(segment), List.of(SegmentLength.newBuilder().setPartLength(LENGTH).build()))) {
          cache.remove(segment);
        }
      }
      shares.read(cache.queue(id.shuffle()), id.number(), CachedSegment.cost(LENGTH));
      Optional<CachedSegment> found = cache.find(id);
      CachedSegment.Reader reader = new NoReader();
      found.ifPresent(segment -> {
        cache.join(segment, reader);
        cache.leave(segment, reader);
      });
      assertThat(cache.usedBytes()).isLessThanOrEqualTo(CAPACITY);
    }

    /** Runs periods in which all queues read equally fast. Reads of earlier periods are not counted. */
    void periods(int count) {
      loads.values().forEach(load -> {
        load.reads = 0;
        load.misses = 0;
      });
      for (int period = 0; period < count; period++) {
        for (int i = 0; i < READS_OF_PERIOD; i++) {
          loads.forEach((queue, load) -> read(queue, load.next()));
        }
        nowNanos += QueueShares.PERIOD_NANOS;
        assertThat(shares.tick(nowNanos)).isTrue();
        cache.followQueues();
        assertThat(shares.all().values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(CAPACITY);
      }
    }

    double throughput(String queue) {
      return loads.get(queue).throughput();
    }
  }

  /** A reader that ignores all notices. */
  private static final class NoReader implements CachedSegment.Reader {
    @Override
    public void news() {
      // nothing waits
    }

    @Override
    public void lost(CachedSegment.Loss loss, String why) {
      // nothing waits
    }
  }

  private static Site after(SharePolicy policy, Map<String, Integer> loads) {
    Site site = new Site(policy);
    loads.forEach(site::load);
    site.periods(3);
    site.periods(3);
    return site;
  }

  @Test
  void whatAQueueWithoutReuseDoesNotNeedGoesToOneWithReuseAndNeitherLoses() {
    Map<String, Integer> loads = Map.of("joins", 600, "scans", 0);
    Site equal = after(SharePolicy.EQUAL, loads);
    Site hare = after(SharePolicy.HARE, loads);
    assertThat(hare.throughput("joins") + hare.throughput("scans"))
        .isGreaterThanOrEqualTo(1.2 * (equal.throughput("joins") + equal.throughput("scans")));
    assertThat(hare.throughput("joins")).isGreaterThanOrEqualTo(.99 * equal.throughput("joins"));
    assertThat(hare.throughput("scans")).isGreaterThanOrEqualTo(.99 * equal.throughput("scans"));
  }

  @Test
  void aQueueGivesNothingOfWhatItNeedsThoughAnotherWouldGainMore() {
    Map<String, Integer> loads = Map.of("joins", 450, "maps", 200);
    Site equal = after(SharePolicy.EQUAL, loads);
    Site hare = after(SharePolicy.HARE, loads);
    long needed = 200 * CachedSegment.cost(LENGTH);
    assertThat(hare.shares.share("maps")).isBetween(needed - CAPACITY / 64, CAPACITY / 2);
    assertThat(hare.throughput("maps")).isGreaterThanOrEqualTo(.99 * Math.min(equal.throughput("maps"), READS_OF_PERIOD));
    assertThat(hare.shares.share("joins")).isGreaterThan(CAPACITY / 2);
    assertThat(hare.throughput("joins")).isGreaterThanOrEqualTo(.99 * equal.throughput("joins"));
  }

  @Test
  void aThirdQueueIsAtItsShareWithinTwoPeriods() {
    Site site = new Site(SharePolicy.HARE);
    site.load("joins", 600);
    site.load("scans", 0);
    site.periods(4);
    assertThat(site.cache.usedByQueue().get("joins")).isGreaterThan(CAPACITY * 3 / 4);
    site.load("third", 600);
    site.periods(2);
    assertThat(site.shares.share("third")).isGreaterThanOrEqualTo(CAPACITY / 3 - 1);
    assertThat((double) site.cache.usedByQueue().get("third")).isCloseTo((double) site.shares.share("third"), within(.05 * CAPACITY));
  }

  @ParameterizedTest
  @EnumSource(names = {"EQUAL", "DRF"})
  void otherPoliciesLeaveEachQueueAnEqualPart(SharePolicy policy) {
    Site site = after(policy, Map.of("joins", 600, "scans", 0));
    assertThat(site.shares.all().values()).containsExactly(CAPACITY / 2, CAPACITY / 2);
  }

  @Test
  void smallChangesMoveNothing() {
    Site site = after(SharePolicy.HARE, Map.of("joins", 600, "maps", 600));
    Map<String, Long> before = site.shares.all();
    for (int period = 0; period < 5; period++) {
      site.periods(1);
      assertThat(site.shares.all()).isEqualTo(before);
    }
  }

  @Test
  void roomThatNoOtherQueueNeedsIsUsed() {
    Site site = new Site(SharePolicy.EQUAL);
    site.load("joins", 400);
    site.load("idle", 1);
    site.periods(2);
    assertThat(site.cache.usedByQueue().get("joins")).isGreaterThan(CAPACITY * 3 / 4);
  }

  @Test
  void aQueueThatNoLongerReadsLeavesItsPartToTheOthers() {
    Site site = new Site(SharePolicy.HARE);
    site.load("joins", 600);
    site.load("maps", 600);
    site.periods(1);
    site.loads.remove("maps");
    site.periods(5);
    assertThat(site.shares.all()).containsExactly(Map.entry("joins", CAPACITY));
    assertThat(site.shares.share("maps")).isZero();
    site.periods(1);
    assertThat(site.cache.usedByQueue().get("joins")).isGreaterThan(CAPACITY * 9 / 10);
  }

  @Test
  void queuesBeyondTheMostShareTheUnknownOnes() {
    Site site = new Site(SharePolicy.HARE);
    for (int i = 0; i < 3 * QueueShares.MOST_QUEUES; i++) {
      site.load("q" + i, 20);
    }
    site.periods(1);
    assertThat(site.shares.all()).hasSize(QueueShares.MOST_QUEUES + 1).containsKey(QueueShares.UNKNOWN);
    assertThat(site.cache.usedByQueue().keySet()).isSubsetOf(site.shares.all().keySet());
  }

  @Test
  void whatCameBeforeItsQueueWasKnownCountsToItAfterwards() {
    Map<ShuffleId, String> queues = new HashMap<>();
    SegmentCache cache = new SegmentCache(CAPACITY, shuffle -> queues.getOrDefault(shuffle, ""), queue -> CAPACITY,
        segment -> { });
    SegmentId id = CacheBed.id("one", 0, 0);
    cache.describe(List.of(cache.begin(id, SOURCE, true)), List.of(SegmentLength.newBuilder().setPartLength(LENGTH).build()));
    assertThat(cache.usedByQueue()).containsOnlyKeys("");
    queues.put(id.shuffle(), "etl");
    cache.followQueues();
    assertThat(cache.usedByQueue()).containsExactly(Map.entry("etl", CachedSegment.cost(LENGTH)));
    cache.remove(cache.find(id).orElseThrow());
    assertThat(cache.usedBytes()).isZero();
    assertThat(cache.usedByQueue()).isEmpty();
  }
}
