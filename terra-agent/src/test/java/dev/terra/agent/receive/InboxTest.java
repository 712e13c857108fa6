package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.MessageLite;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.range.ByteRanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiving books, without threads or sockets. */
class InboxTest extends InboxTestBase {
  private static final SegmentKey KEY = key(0);
  private static final long ID = 42;

  private final TestSink sink = new TestSink();

  private static SegmentMeta.Builder meta(long id) {
    return meta(id, 0);
  }

  private Fetch fetch() {
    return inbox.fetch(List.of(KEY), A, sink).orElseThrow();
  }

  private void flush() {
    for (int i = 0; i < Acks.MOST_FLUSHES; i++) {
      inbox.flush();
    }
  }

  private ByteRanges acked(boolean resend) {
    flush();
    ByteRanges ranges = new ByteRanges();
    List<MessageLite> all = new ArrayList<>(replies);
    TestTunnels.sent(channel).stream().filter(frame -> frame.header().type() == FrameType.ACK)
        .forEach(frame -> all.add(frame.message(SegmentAck.parser())));
    for (MessageLite message : all) {
      if (message instanceof SegmentAck ack) {
        ack.getRangesList().stream().filter(part -> part.getResend() == resend).forEach(part -> {
          for (int i = 0; i < part.getBoundsCount(); i += 2) {
            ranges.add(part.getBounds(i), part.getBounds(i + 1));
          }
        });
      }
    }
    return ranges;
  }

  private void assertDelivered() {
    assertThat(sink.failure).isEmpty();
    assertThat(sink.ended).isTrue();
    assertThat(sink.body.toByteArray()).isEqualTo(content);
    assertThat(spool.usage().memoryUsedBytes()).isZero();
  }

  @Test
  void chunksInAnyOrderTwiceAndOverlappingArriveOnceAndInOrder() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<int[]> chunks = new ArrayList<>();
      for (int start = 0; start < LENGTH; start += 9_000) {
        chunks.add(new int[] {start, Math.min(LENGTH, start + 9_000)});
        int odd = random.nextInt(LENGTH - 1);
        chunks.add(new int[] {odd, odd + 1 + random.nextInt(Math.min(20_000, LENGTH - odd))});
      }
      Collections.shuffle(chunks, random);
      sink.body.reset();
      Fetch fetch = fetch();
      inbox.meta(tunnel, meta(ID + seed).build());
      for (int[] chunk : chunks) {
        chunk(ID + seed, chunk[0], chunk[1], true);
      }
      assertThat(fetch.finished()).as("seed %d", seed).isTrue();
      assertDelivered();
      assertThat(acked(false).containsAll(0, LENGTH)).isTrue();
    }
  }

  @Test
  void theHeadComesWithTheLengthsAndBytesAsTheyCome() {
    fetch();
    SegmentRequest request = (SegmentRequest) replies.get(0);
    assertThat(request.getMapsList()).containsExactly("m0");
    assertThat(request.getWantedBytes(0)).isPositive();
    assertThat(sink.head).isNull();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(sink.bodyBytes).isEqualTo(LENGTH);
    assertThat(sink.head.getSegments(0).getRawLength()).isEqualTo(LENGTH + 1);
    chunk(ID, 50_000, LENGTH, true);
    assertThat(sink.body.size()).isZero();
    chunk(ID, 0, 50_000, true);
    assertDelivered();
  }

  private void checksum(int crc) {
    inbox.meta(tunnel, meta(ID).setCrc32C(crc).build());
  }

  @Test
  void theLastOfASegmentWaitsForTheChecksumOfTheWhole() {
    fetch();
    inbox.meta(tunnel, meta(ID).setCrcFollows(true).build());
    chunk(ID, 0, 60_000, true);
    chunk(ID, 60_000, LENGTH, true);
    assertThat(sink.ended).isFalse();
    assertThat(sink.body.size()).isEqualTo(60_000);
    checksum(Checksum.of(content));
    assertThat(sink.ended).isTrue();
    assertThat(sink.body.toByteArray()).isEqualTo(content);
  }

  @Test
  void aSegmentThatIsNotWhatWasSentIsAskedForAgainAndItsPathNamed() {
    inbox.meta(tunnel, meta(ID).setCrcFollows(true).build());
    content[77] ^= 1;
    chunk(ID, 0, LENGTH, true);
    content[77] ^= 1;
    checksum(Checksum.of(content));
    assertThat(acked(true).containsAll(0, LENGTH)).isTrue();
    assertThat(events.newest()).anyMatch(event -> event.toString().contains("corrupt-segment") && event.toString().contains("A-B"));
    chunk(ID, 0, LENGTH, true);
    fetch();
    assertThat(sink.body.toByteArray()).isEqualTo(content);
  }

  @Test
  void aReaderOfWhichPartIsWrongIsToldSo() {
    fetch();
    inbox.meta(tunnel, meta(ID).setCrcFollows(true).build());
    content[77] ^= 1;
    chunk(ID, 0, 60_000, true);
    chunk(ID, 60_000, LENGTH, true);
    content[77] ^= 1;
    checksum(Checksum.of(content));
    assertThat(sink.ended).isFalse();
    assertThat(sink.failure).contains("wrong checksum");
  }

  @Test
  void aSenderOfTheVersionBeforeSaysNoChecksum() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    assertThat(sink.ended).isTrue();
  }

  @Test
  void aCorruptChunkIsNotKeptAndAskedForAgain() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, 10_000, false);
    assertThat(sink.body.size()).isZero();
    assertThat(acked(true).containsAll(0, 10_000)).isTrue();
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
  }

  @Test
  void aNumberThatWasNeverExplainedIsAskedAbout() {
    chunk(7, 0, 100, true);
    assertThat(acked(true).containsAll(0, 100)).isTrue();
    assertThat(acked(false).size()).isZero();
  }

  @Test
  void bytesBeyondTheEndCloseTheTunnelByAnError() {
    inbox.meta(tunnel, meta(ID).setPartLength(50).build());
    assertThatThrownBy(() -> chunk(ID, 0, 51, true)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("50 bytes");
    assertThatThrownBy(() -> inbox.meta(tunnel, meta(ID).setPartLength(60).build())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSenderThatThinksItSentWhatIsNotHereIsAskedForAllOfIt() {
    inbox.meta(tunnel, meta(ID).setAcknowledgedBytes(LENGTH).build());
    assertThat(acked(true).containsAll(0, LENGTH)).isTrue();
  }

  @Test
  void whatComesAfterAllIsReadIsAcknowledgedAndDropped() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
    replies.clear();
    inbox.meta(tunnel, meta(ID).setAcknowledgedBytes(LENGTH).build());
    chunk(ID, 0, 1_000, true);
    assertThat(acked(false).containsAll(0, 1_000)).isTrue();
    assertThat(acked(true).size()).as("asked for again").isZero();
    assertThat(spool.usage().memoryUsedBytes()).isZero();
  }

  @Test
  void bytesPushedAheadStayWithinTheirShareAndGoBackToTheirSender() {
    for (int i = 0; i < 12; i++) {
      inbox.meta(tunnel, meta(ID + i, i).build());
      chunk(ID + i, 0, LENGTH, true);
    }
    assertThat(spool.usage().aheadBytes()).isLessThanOrEqualTo(3 * (1 << 20) / 4);
    assertThat(acked(true).size()).isZero();
    inbox.tick();
    assertThat(acked(true).size()).isPositive();
    Fetch fetch = inbox.fetch(List.of(key(11)), A, sink).orElseThrow();
    chunk(ID + 11, 0, LENGTH, true);
    assertThat(fetch.finished()).isTrue();
    assertThat(sink.body.toByteArray()).isEqualTo(content);
  }

  /** An agent that was killed has nothing; what its reader has, and what comes of it all the same, is neither asked for nor passed on. */
  @Test
  void aReaderOfAnEarlierSessionGoesOnWhereItWas() {
    for (int pushed : new int[] {0, 20_000, 60_000}) {
      sink.body.reset();
      long id = ID + pushed;
      if (pushed > 0) {
        inbox.meta(tunnel, meta(id).build());
        chunk(id, 0, pushed, true);
      }
      replies.clear();
      assertThat(inbox.fetch(List.of(KEY), List.of(40_000L), A, sink)).isPresent();
      inbox.meta(tunnel, meta(id).setAcknowledgedBytes(30_000).build());
      assertThat(sink.head.getResumed()).isTrue();
      assertThat(sink.bodyBytes).isEqualTo(LENGTH - 40_000);
      assertThat(pushed > 0 || acked(false).missing(0, 40_000).isEmpty()).isTrue();
      assertThat(acked(true).missing(40_000, LENGTH)).isEmpty();
      chunk(id, 30_000, 50_000, true);
      chunk(id, 0, 30_000, true);
      inbox.meta(tunnel, meta(id).setCrc32C(1).build());
      chunk(id, 50_000, LENGTH, true);
      assertThat(acked(false).missing(40_000, LENGTH)).isEmpty();
      assertThat(sink.ended).isTrue();
      assertThat(sink.body.toByteArray()).isEqualTo(Arrays.copyOfRange(content, 40_000, LENGTH));
      assertThat(spool.usage().memoryUsedBytes()).isZero();
    }
  }

  @Test
  void aReaderThatHasMoreThanThereIsGoesElsewhere() {
    assertThat(inbox.fetch(List.of(KEY), List.of(LENGTH + 1L), A, sink)).isPresent();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(sink.failure).contains("has " + LENGTH + " bytes");
    TestSink second = new TestSink();
    assertThat(inbox.fetch(List.of(KEY), List.of(1L, 2L), A, second)).isEmpty();
    assertThat(second.failure).contains("expected what the reader has");
  }

  /** A sender that was killed counts from the beginning: it is told what need not come again, of which it will not know the checksum. */
  @Test
  void aNewSessionOfTheSenderHearsWhatIsHere() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 10_000, 50_000, true);
    flush();
    TestTunnels.sent(channel);
    replies.clear();
    inbox.meta(tunnel, meta(ID + 1).setCrcFollows(true).build());
    assertThat(acked(false).missing(10_000, 50_000)).isEmpty();
    chunk(ID + 1, 0, 10_000, true);
    chunk(ID + 1, 50_000, LENGTH, true);
    assertDelivered();
  }

  @Test
  void aNewSessionOfTheSenderHearsOfWhatWasOnItsWayToTheDisk(@TempDir Path folder) throws Exception {
    BlockingQueue<Runnable> written = new LinkedBlockingQueue<>();
    spool.close();
    open(new SpoolConfig(MEMORY, MEMORY, Optional.of(folder.toString())), written::add);
    spool.put(new byte[MEMORY - LENGTH / 2], 0, true, safe -> { });
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    inbox.meta(tunnel, meta(ID + 1).build());
    chunk(ID + 1, 0, LENGTH, true);
    assertThat(acked(false).size()).isZero();
    written.take().run();
    assertThat(replies).contains(SegmentAck.newBuilder().addRanges(
        SegmentAck.Ranges.newBuilder().setSegment(ID + 1).addBounds(0).addBounds(LENGTH)).build());
  }

  @Test
  void aNewSessionOfTheSenderHearsWhatWasReadUntilSomebodyAsksAgain() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
    acked(false);
    inbox.meta(tunnel, meta(ID + 1).build());
    chunk(ID + 1, 0, 20_000, true);
    assertThat(spool.usage().memoryUsedBytes()).isZero();
    assertThat(acked(false).missing(0, LENGTH)).isEmpty();
    sink.body.reset();
    fetch();
    inbox.meta(tunnel, meta(ID + 1).setAcknowledgedBytes(LENGTH).build());
    assertThat(acked(true).missing(0, LENGTH)).isEmpty();
    chunk(ID + 1, 0, LENGTH, true);
    assertDelivered();
  }

  @Test
  void twoReadersOfOneSegmentAreOneTooMany() {
    fetch();
    TestSink second = new TestSink();
    assertThat(inbox.fetch(List.of(KEY), A, second)).isEmpty();
    assertThat(second.failure).contains("another reader");
  }

  @Test
  void aReaderThatGoesAwayFreesEverythingAndTheSenderHears() {
    Fetch fetch = fetch();
    inbox.meta(tunnel, meta(ID).build());
    sink.writable = false;
    chunk(ID, 0, 50_000, true);
    fetch.cancel();
    assertThat(spool.usage().memoryUsedBytes()).isZero();
    SegmentRequest last = (SegmentRequest) replies.get(replies.size() - 1);
    assertThat(last.getWithdrawn()).isTrue();
    replies.clear();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(((SegmentRequest) replies.get(0)).getWithdrawn()).isTrue();
  }

  @Test
  void aProblemAtTheSenderOrNoAnswerEndsTheFetchInTime() {
    fetch();
    inbox.meta(tunnel, meta(0).setProblem("no such map output").build());
    assertThat(sink.failure).contains("no such map output");
    sink.failure = "";
    fetch();
    nanos += Fetch.HEAD_NANOS + 1;
    inbox.tick();
    assertThat(sink.failure).contains("lengths");
    sink.failure = "";
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    reachable = false;
    nanos += Fetch.UNREACHABLE_NANOS + 1;
    inbox.tick();
    assertThat(sink.failure).contains("no tunnel");
  }

  @Test
  void whatWasAskedIsAskedAgainAfterASecondAndAtOnceAfterALoss() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    replies.clear();
    inbox.tick();
    assertThat(replies).isEmpty();
    inbox.tunnelsChanged(A);
    inbox.tick();
    assertThat(replies).hasSize(1);
    for (int seconds = 1; seconds <= 16; seconds++) {
      nanos += Fetch.REPEAT_NANOS + 1;
      inbox.tick();
    }
    assertThat(replies).as("after 1, 2, 4, 8 and 16 s").hasSize(6);
    inbox.takeExpected();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(inbox.takeExpected()).as("its answer is no sign of its sender's").noneMatch(ExpectedBundle::stirred);
  }

  @Test
  void aSlowReaderIsNotAStall() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    sink.writable = false;
    nanos += 2 * Fetch.STALL_NANOS;
    inbox.tick();
    assertThat(sink.failure).isEmpty();
    sink.writable = true;
    nanos += Fetch.STALL_NANOS + 1;
    inbox.tick();
    assertThat(sink.failure).contains("no byte");
  }

  /** What came while nobody waited is not here: a sender that believed it was would never send it to a later reader. */
  @Test
  void whatComesAfterItsReaderGaveUpIsNotAcknowledgedAsHeld() {
    Fetch first = fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, 10_000, true);
    acked(false);
    first.cancel();
    chunk(ID, 10_000, 20_000, true);
    flush();
    List<SegmentAck.Ranges> late = TestTunnels.sent(channel).stream().filter(frame -> frame.header().type() == FrameType.ACK)
        .flatMap(frame -> frame.message(SegmentAck.parser()).getRangesList().stream()).toList();
    assertThat(late).singleElement().satisfies(ranges -> {
      assertThat(ranges.getDropped()).isTrue();
      assertThat(ranges.getBoundsList()).containsExactly(10_000L, 20_000L);
    });
    assertThat(sink.body.size()).as("the first reader's").isEqualTo(10_000);
    sink.body.reset();
    fetch();
    inbox.meta(tunnel, meta(ID).setAcknowledgedBytes(10_000).build());
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
  }

  @Test
  void anEndedJobLeavesNothing() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    sink.writable = false;
    chunk(ID, 0, 50_000, true);
    inbox.dropJob(KEY.job());
    assertThat(sink.failure).contains("over");
    assertThat(spool.usage().memoryUsedBytes()).isZero();
    assertThat(inbox.takeExpected()).isEmpty();
  }

  @Test
  void emptySegmentsNeedNoBytes() {
    fetch();
    inbox.meta(tunnel, meta(ID).setPartLength(0).build());
    assertThat(sink.ended).isTrue();
    assertThat(sink.bodyBytes).isZero();
  }
}
