package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final int LENGTH = 10;
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private long nanos;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };

  private OutBundle bundle(Readers readers) {
    BundleId id = new BundleId(new ShuffleId("job_1_1"), new SiteId("A"), new SiteId("B"));
    return new OutBundle(id, readers, new CompressionChoice(1), rate -> permits -> true, ticker);
  }

  private static OutSegment segment(OutBundle bundle, long id, int reduce, String origin, int length) {
    return new OutSegment(new OutSegmentId(bundle.id(), id),
        SegmentCopy.first(new ShuffleId("job_1_1"), OutputId.of((int) id), reduce, origin),
        new SegmentBook.Entry(SegmentBook.ServedAs.NOBODY, length, length));
  }

  private static void want(OutBundle bundle, long id, int reduce, String origin, int length) {
    OutSegment segment = segment(bundle, id, reduce, origin, length);
    segment.want(length);
    bundle.queue(segment, false);
  }

  private static OutSegment push(OutBundle bundle, long id, int reduce) {
    OutSegment segment = segment(bundle, id, reduce, "a", LENGTH);
    segment.push();
    bundle.queue(segment, false);
    return segment;
  }

  /** Returns the readers whose bytes are taken, each with the origin, in turns of one byte that take this many nanoseconds. */
  private List<String> served(Lane lane, int turns, long nanosPerTurn) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < turns; i++) {
      lane.nextWork(1).ifPresent(work -> result.add(work.segment().key().reader() + work.segment().key().originIp()));
      nanos += nanosPerTurn;
    }
    return result;
  }

  /** A lane may have 100,000 such segments, and its next segment is looked up again and again. */
  @Test
  void segmentsThatTheOtherLaneServesAreForgotten() {
    OutBundle bundle = bundle(Readers.IN_TURN);
    OutSegment first = push(bundle, 1, 1);
    OutSegment second = push(bundle, 2, 1);
    Lane ahead = bundle.lane(Urgency.AHEAD);
    assertThat(ahead.next()).contains(first);
    first.want(LENGTH);
    assertThat(ahead.next()).contains(second);
    second.want(LENGTH);
    assertThat(ahead.next()).isEmpty();
    assertThat(ahead.hasWork()).isFalse();
  }

  @Test
  void readersTakeTurns() {
    OutBundle bundle = bundle(Readers.IN_TURN);
    want(bundle, 1, 7, "a", 2);
    want(bundle, 2, 3, "a", 3);
    want(bundle, 3, 3, "b", 1);
    assertThat(served(bundle.lane(Urgency.REQUESTED), 7, 0)).containsExactly("7a", "3a", "3b", "7a", "3a", "3a");
  }

  /** Every site has to serve the same reader first. The segments of one reader from two nodes take turns. */
  @Test
  void theLowestReaderGoesFirstWhereThereIsAnOrder() {
    OutBundle bundle = bundle(Readers.IN_ORDER);
    want(bundle, 1, 7, "a", 2);
    want(bundle, 2, 3, "a", 3);
    want(bundle, 3, 3, "b", 2);
    assertThat(served(bundle.lane(Urgency.REQUESTED), 8, 0)).containsExactly("3a", "3b", "3a", "3b", "3a", "7a", "7a");
  }

  /** A reader that gets no bytes gives up. */
  @Test
  void everyWaitingReaderSeesBytesWhereThereIsAnOrder() {
    OutBundle bundle = bundle(Readers.IN_ORDER);
    want(bundle, 1, 0, "a", 100);
    want(bundle, 2, 1, "a", 100);
    want(bundle, 3, 2, "a", 100);
    List<String> served = served(bundle.lane(Urgency.REQUESTED), 60, TURN_NANOS);
    assertThat(served.stream().filter("0a"::equals).count()).isGreaterThan(35);
    for (int start = 0; start + 10 <= served.size(); start++) {
      assertThat(served.subList(start, start + 10)).as("ten seconds from %d", start).contains("0a", "1a", "2a");
    }
  }

  /** With turns this slow there is no order left, and each reader has its turn as soon as possible. */
  @Test
  void slowTurnsOfManyReadersAreTurns() {
    OutBundle bundle = bundle(Readers.IN_ORDER);
    for (int reduce = 0; reduce < 8; reduce++) {
      want(bundle, reduce, reduce, "a", 100);
    }
    List<String> served = served(bundle.lane(Urgency.REQUESTED), 80, 2 * TURN_NANOS);
    for (int start = 8; start + 10 <= served.size(); start++) {
      assertThat(served.subList(start, start + 10)).as("ten turns from %d", start)
          .contains("0a", "1a", "2a", "3a", "4a", "5a", "6a", "7a");
    }
  }

  /** No reader waits for bytes that are sent ahead. */
  @Test
  void bytesAheadKeepTheOrderForGood() {
    OutBundle bundle = bundle(Readers.IN_ORDER);
    push(bundle, 1, 5);
    push(bundle, 2, 4);
    assertThat(served(bundle.lane(Urgency.AHEAD), 2 * LENGTH, 10 * TURN_NANOS).subList(0, LENGTH)).containsOnly("4a");
  }
}
