package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the cache of a site does for readers of the same segments, one by one. */
class SiteCacheTest {
  private static final String JOB = "one";
  private static final SegmentId FIRST = CacheBed.id(JOB, 0, 0);
  private static final SegmentId SECOND = CacheBed.id(JOB, 1, 0);
  private static final long ROOM = 1 << 20;

  private CacheBed bed;

  @BeforeEach
  void open() throws IOException {
    bed = new CacheBed(ROOM);
    bed.grant(JOB);
  }

  @AfterEach
  void close() throws IOException {
    bed.close();
  }

  private CacheBed.Reader reader(int index, SegmentId... ids) {
    return bed.reader(List.of(ids), index, false, true);
  }

  private static void assertWhole(CacheBed.Reader reader) {
    assertThat(reader.failure).isEmpty();
    assertThat(reader.ended).isTrue();
    assertThat(reader.body.toByteArray()).isEqualTo(reader.expected());
  }

  @Test
  void twelveReadersWaitForOneCrossing() {
    List<CacheBed.Reader> readers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      readers.add(reader(i, FIRST, SECOND));
    }
    assertThat(bed.asked.keySet()).containsExactly(new SegmentCopy(FIRST, 0), new SegmentCopy(SECOND, 0));
    bed.sendAll();
    readers.forEach(SiteCacheTest::assertWhole);
    CacheUse.Traffic traffic = bed.cache.use().traffic();
    assertThat(traffic.misses()).isEqualTo(2);
    assertThat(traffic.hits()).isEqualTo(22);
    assertThat(traffic.crossedBytes()).isEqualTo(bed.sentBytes);
    assertThat(traffic.servedBytes()).isEqualTo(12 * bed.sentBytes);
    assertThat(saved()).containsOnly(Map.entry(FIRST.shuffle(), 11 * bed.sentBytes));
    bed.cache.end(FIRST.shuffle());
    assertThat(saved()).isEmpty();
  }

  private Map<ShuffleId, Long> saved() {
    return bed.cache.figures().orElseThrow().savedByShuffle();
  }

  @Test
  void aLaterReaderFindsItAndItsIndexIsToldAsServed() {
    reader(0, FIRST);
    bed.sendAll();
    assertWhole(reader(3, FIRST));
    assertThat(bed.asked).isEmpty();
    assertThat(bed.words).hasSize(2);
    assertThat(bed.words.get(1).getReader()).isEqualTo(3);
    assertThat(bed.words.get(1).getWithdrawn()).isFalse();
  }

  @Test
  void whatAShuffleHasCountsToItsQueueOnceThatIsKnown() {
    bed.queues.put(FIRST.shuffle(), "");
    reader(0, FIRST);
    bed.sendAll();
    long used = bed.cache.use().usedBytes();
    assertThat(bed.cache.use().queues()).containsOnly(Map.entry("", new CacheUse.QueueMemory(used, ROOM)));
    bed.queues.put(FIRST.shuffle(), "etl");
    bed.cache.followQueues();
    assertThat(bed.cache.use().queues()).containsOnly(
        Map.entry("", new CacheUse.QueueMemory(0, ROOM / 2)), Map.entry("etl", new CacheUse.QueueMemory(used, ROOM / 2)));
    bed.cache.end(FIRST.shuffle());
    assertThat(bed.cache.use().usedBytes()).isZero();
  }

  @Test
  void aReaderThatTakesNoMoreAfterItsLastByteHasHadEverything() {
    CacheBed.Reader reader = reader(0, FIRST, SECOND);
    reader.fullAfterBytes = reader.expected().length - Integer.BYTES;
    bed.sendAll();
    assertWhole(reader);
  }

  @Test
  void aReaderWithoutProofGetsNoByteWhetherItIsFirstOrLater() {
    CacheBed.Reader stranger = bed.reader(List.of(FIRST), 0, false, false);
    assertThat(stranger.failure).isNotEmpty();
    reader(1, FIRST);
    bed.sendAll();
    CacheBed.Reader later = bed.reader(List.of(FIRST), 2, false, false);
    assertThat(later.failure).isNotEmpty();
    assertThat(stranger.body.size() + later.body.size()).isZero();
  }

  @Test
  void anotherJobsSegmentOfTheSameNumbersIsAnotherSegment() {
    reader(0, FIRST);
    bed.sendAll();
    bed.grant("two");
    CacheBed.Reader other = bed.reader(List.of(CacheBed.id("two", 0, 0)), 0, false, true);
    assertThat(other.body.size()).isZero();
    bed.sendAll();
    assertWhole(other);
  }

  @Test
  void ifACrossingFailsItsFirstReaderGoesAndTheOthersTryOnceMore() {
    CacheBed.Reader first = reader(0, FIRST);
    CacheBed.Reader second = reader(1, FIRST);
    CacheBed.Reader third = reader(2, FIRST);
    bed.refuse(new SegmentCopy(FIRST, 0), false);
    assertThat(first.failure).contains("its disk is gone");
    assertThat(second.isOver() || third.isOver()).isFalse();
    assertThat(bed.asked).hasSize(1);
    bed.refuse(bed.asked.keySet().iterator().next(), false);
    assertThat(second.failure).contains("its disk is gone");
    assertThat(third.failure).contains("its disk is gone");
    assertThat(bed.asked).isEmpty();
  }

  @Test
  void aReaderThatHasHadBytesIsNotServedBySeveralCrossings() {
    SegmentCopy copy = new SegmentCopy(FIRST, 0);
    reader(0, FIRST);
    CacheBed.Reader second = reader(1, FIRST);
    bed.send(copy, 0, 100);
    assertThat(second.body.size()).isEqualTo(100);
    bed.refuse(copy, false);
    assertThat(second.failure).isNotEmpty();
  }

  @Test
  void whoseFirstReaderGoesAwayTheCrossingGoesOnForTheOthers() {
    CacheBed.Reader first = reader(0, FIRST);
    CacheBed.Reader second = reader(1, FIRST);
    first.fetch.cancel();
    bed.pass(100);
    bed.sendAll();
    assertWhole(second);
    assertThat(bed.words.get(bed.words.size() - 1).getWithdrawn()).isTrue();
  }

  @Test
  void aCrossingThatNobodyWaitsForIsGivenUp() {
    reader(0, FIRST).fetch.cancel();
    bed.pass(100);
    assertThat(bed.asked).isEmpty();
    assertThat(bed.inbox.readers()).isZero();
  }

  @Test
  void whatFindsNoRoomGoesStraightToItsReaderAndTheOthersGetTheirOwn() throws IOException {
    bed.close();
    bed = new CacheBed(1_000);
    bed.grant(JOB);
    CacheBed.Reader first = reader(0, FIRST);
    CacheBed.Reader second = reader(1, FIRST);
    bed.sendAll();
    assertWhole(first);
    bed.pass(100);
    assertThat(bed.asked.keySet()).containsExactly(new SegmentCopy(FIRST, 1));
    bed.sendAll();
    assertWhole(second);
    assertThat(bed.cache.use().traffic().straight()).isEqualTo(2);
    assertThat(bed.cache.use().usedBytes()).isZero();
  }

  @Test
  void whatTheMemoryGivesBackOtherwiseReachesNoReader() {
    CacheBed.Reader keeping = reader(0, FIRST);
    bed.sendAll();
    keeping.last[0] ^= 1; // the cache holds the array that was given to the reader
    CacheBed.Reader second = reader(1, FIRST);
    assertThat(second.failure).contains("have changed in the memory");
    assertThat(second.body.size()).isZero();
    assertThat(bed.cache.use().spoiled()).isEqualTo(1);
    CacheBed.Reader third = reader(2, FIRST);
    bed.sendAll();
    assertWhole(third);
  }

  @Test
  void aNewerAttemptOfAProducerReplacesTheOlder() {
    reader(0, FIRST);
    bed.sendAll();
    CacheBed.Reader newer = reader(1, CacheBed.id(JOB, 0, 1));
    bed.sendAll();
    assertWhole(newer);
    CacheBed.Reader older = reader(2, FIRST);
    assertThat(older.isOver()).isFalse();
    assertThat(bed.asked).hasSize(1);
  }

  @Test
  void aShuffleThatEndsLeavesNothing() {
    reader(0, FIRST);
    bed.sendAll();
    CacheBed.Reader waiting = reader(1, SECOND);
    bed.cache.end(new ShuffleId(JOB));
    assertThat(waiting.failure).contains("is over");
    assertThat(bed.cache.use().usedBytes()).isZero();
    assertThat(bed.asked).isEmpty();
  }

  @Test
  void aReaderWhoseBytesGoStraightHearsThatItsShuffleIsOver() throws IOException {
    bed.close();
    bed = new CacheBed(1_000);
    bed.grant(JOB);
    CacheBed.Reader straight = reader(0, FIRST);
    bed.send(new SegmentCopy(FIRST, 0), 0, 100);
    assertThat(straight.body.size()).isEqualTo(100);
    bed.cache.end(new ShuffleId(JOB));
    bed.inbox.dropShuffle(new ShuffleId(JOB));
    assertThat(straight.gone).isFalse();
    assertThat(straight.failure).isNotEmpty();
  }

  @Test
  void ifTheOriginFallsSilentNoReaderWaitsForEver() {
    CacheBed.Reader leader = reader(0, FIRST);
    CacheBed.Reader follower = reader(1, FIRST);
    leader.fetch.cancel();
    CacheBed.Reader later = reader(2, FIRST, SECOND);
    for (int i = 0; i < 600 && !(follower.isOver() && later.isOver()); i++) {
      bed.pass(100);
    }
    assertThat(follower.failure).isNotEmpty();
    assertThat(later.failure).isNotEmpty();
    bed.pass(100);
    assertThat(bed.inbox.readers()).isZero();
    assertThat(bed.cache.use().usedBytes()).isZero();
  }

  @Test
  void ifTheOriginFallsSilentAfterTheFirstBytesNoReaderWaitsForEver() {
    CacheBed.Reader leader = reader(0, FIRST);
    CacheBed.Reader follower = reader(1, FIRST);
    bed.send(new SegmentCopy(FIRST, 0), 0, 100);
    leader.fetch.cancel();
    for (int i = 0; i < 3_000 && !follower.isOver(); i++) {
      bed.pass(100);
    }
    assertThat(follower.failure).isNotEmpty();
    bed.pass(100);
    assertThat(bed.inbox.readers()).isZero();
    assertThat(bed.cache.use().usedBytes()).isZero();
  }

  @Test
  void aSegmentThatComesInCrumbsIsNotKept() {
    CacheBed.Reader reader = reader(0, FIRST);
    for (int i = 0; i < 100; i++) {
      SegmentCopy copy = new SegmentCopy(FIRST, 0);
      if (bed.asked.containsKey(copy)) {
        bed.send(copy, i, i + 1);
      }
    }
    assertThat(reader.failure).contains("too small");
    assertThat(bed.cache.use().usedBytes()).isZero();
    assertThat(bed.asked).isEmpty();
  }

  @Test
  void whatIsReadOnceDoesNotPushOutWhatIsReadOften() throws IOException {
    bed.close();
    bed = new CacheBed(300_000);
    bed.grant(JOB);
    bed.grant("scan");
    reader(0, FIRST);
    bed.sendAll();
    for (int i = 0; i < 100; i++) {
      assertThat(bed.reader(List.of(CacheBed.id("scan", i, 0)), 0, true, true).failure).isEmpty();
      bed.sendAll();
    }
    assertWhole(reader(1, FIRST));
    assertThat(bed.asked).isEmpty();
  }
}
