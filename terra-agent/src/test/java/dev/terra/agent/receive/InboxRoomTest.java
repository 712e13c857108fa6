package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.spool.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests readers of which one or all cannot go on because the spool is full. */
class InboxRoomTest extends InboxTestBase {
  private static final int STEP = 10_000;
  private static final int READERS = 10;

  private final List<TestSink> sinks = new ArrayList<>();

  private void announce(int map) {
    inbox.meta(tunnel, meta(map, map).build());
  }

  private void chunk(int map, int start, int end) {
    chunk(map, start, end, true);
  }

  private void chunks(int map, int from, int to) {
    for (int start = from; start < to && !(map < sinks.size() && sinks.get(map).ended); start += STEP) {
      chunk(map, start, start + STEP);
    }
  }

  private Fetch reader(int map) {
    sinks.add(new TestSink());
    Fetch fetch = inbox.fetch(List.of(key(map)), A, sinks.get(map)).orElseThrow();
    announce(map);
    return fetch;
  }

  /** Windows have a least size, so very many readers may request more bytes than there is room for. */
  @Test
  void aSpoolFullOfBytesFromBehindGapsIsEmptiedAllTheSame() {
    for (int ahead = 20; ahead < 27; ahead++) {
      announce(ahead);
      chunk(ahead, 0, LENGTH);
    }
    List<Fetch> fetches = new ArrayList<>();
    for (int map = 0; map < READERS; map++) {
      fetches.add(reader(map));
    }
    for (int map = 0; map < READERS; map++) {
      chunks(map, STEP, 60_000);
    }
    assertThat(spool.usage().memoryUsedBytes()).as("there is no room for another chunk").isGreaterThan(MEMORY - STEP);
    for (int round = 0; round < 20; round++) {
      for (int map = 0; map < READERS; map++) {
        chunks(map, 0, LENGTH);
      }
      inbox.tick();
    }
    assertThat(fetches).isNotEmpty().allMatch(Fetch::finished);
    assertThat(sinks).isNotEmpty().allSatisfy(sink -> {
      assertThat(sink.ended).isTrue();
      assertThat(sink.body.toByteArray()).isEqualTo(content);
    });
  }

  @Test
  void bytesForWhichThereIsNoRoomAreNoProgress() {
    assertThat(reader(0).finished()).isFalse();
    List<Piece> others = new ArrayList<>();
    Optional<Piece> other = spool.put(new byte[STEP], 0, true, safe -> { });
    while (other.isPresent()) {
      others.add(other.get());
      other = spool.put(new byte[STEP], 0, true, safe -> { });
    }
    nanos += FetchDeadlines.STALL_NANOS + 1;
    chunk(0, 0, 50_000);
    inbox.tick();
    assertThat(sinks.get(0).failure).contains("no byte");
    others.forEach(spool::free);
  }
}
