package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentCacheTest {
  private static final long CAPACITY = 1 << 20;
  private static final SiteId SOURCE = new SiteId("B");

  /** Lengths are reported by the sending site, and sums of such numbers may overflow to less than any of them. */
  @ParameterizedTest
  @ValueSource(longs = {CAPACITY + 1, Long.MAX_VALUE / 2, Long.MAX_VALUE})
  void noLengthReservesMoreThanThereIs(long bytes) {
    SegmentCache cache = new SegmentCache(CAPACITY, shuffle -> "", queue -> CAPACITY, segment -> { });
    List<CachedSegment> segments = IntStream.range(0, 3).mapToObj(i -> CacheBed.id("one", i, 0))
        .map(id -> begun(cache, id)).toList();
    SegmentLength length = SegmentLength.newBuilder().setPartLength(bytes).setRawLength(bytes).build();
    assertThat(cache.describe(segments.subList(0, 1), List.of(length))).isFalse();
    assertThat(cache.describe(segments, List.of(length, length, length))).isFalse();
    assertThat(cache.usedBytes()).isZero();
  }

  private static CachedSegment begun(SegmentCache cache, SegmentId id) {
    return cache.begin(id, SOURCE, true);
  }
}
