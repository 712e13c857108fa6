package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the receiving books, without threads or sockets. */
class InboxTest extends InboxTestBase {
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
    assertThat(request.getOutputsList()).containsExactly(OutputId.of(0).toMessage());
    assertThat(request.getWantedBytes(0)).isPositive();
    assertThat(sink.head).isNull();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(sink.head).as("as long as no byte is there").isNull();
    holdIsOver();
    assertThat(sink.bodyBytes).isEqualTo(LENGTH);
    assertThat(sink.head.getSegments(0).getRawLength()).isEqualTo(LENGTH + 1);
    chunk(ID, 50_000, LENGTH, true);
    assertThat(sink.body.size()).isZero();
    assertThat(inbox.waits().firstByte().count()).isZero();
    chunk(ID, 0, 50_000, true);
    assertDelivered();
    assertThat(inbox.waits().firstByte().count()).isEqualTo(1);
    assertThat(inbox.waits().firstByte().sumSeconds()).as("it was held back at first").isPositive();
    assertThat(inbox.waits().lastByte().count()).isEqualTo(1);
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
    assertThat(events.newest()).anyMatch(event -> event.what().equals("corrupt-segment") && event.toString().contains("A:B"));
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

  @Test
  void twoReadersOfOneSegmentAreOneTooMany() {
    fetch();
    TestSink second = new TestSink();
    assertThat(inbox.fetch(List.of(KEY), A, second)).isEmpty();
    assertThat(second.failure).contains("another reader");
  }

  @Test
  void aReaderThatTakesNoMoreAfterItsLastByteHasHadEverything() {
    sink.fullAfterBytes = LENGTH;
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    assertThat(sink.ended).isTrue();
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
    nanos += FetchDeadlines.HEAD_NANOS + 1;
    inbox.tick();
    assertThat(sink.failure).contains("lengths");
    sink.failure = "";
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    reachable = false;
    nanos += FetchDeadlines.UNREACHABLE_NANOS + 1;
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
      nanos += FetchDeadlines.REPEAT_NANOS + 1;
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
    nanos += 2 * FetchDeadlines.STALL_NANOS;
    inbox.tick();
    assertThat(sink.failure).isEmpty();
    sink.writable = true;
    nanos += FetchDeadlines.STALL_NANOS + 1;
    inbox.tick();
    assertThat(sink.failure).contains("no byte");
  }

  @Test
  void aSiteThatAnswersIsWaitedForLongerThanASilentOne() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    nanos += FetchDeadlines.SILENCE_NANOS;
    inbox.tick();
    inbox.meta(tunnel, meta(ID).build());
    nanos += FetchDeadlines.SILENCE_NANOS;
    inbox.tick();
    assertThat(sink.failure).isEmpty();
    nanos += 1;
    inbox.tick();
    assertThat(sink.failure).contains("no answer");
    sink.failure = "";
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    long began = nanos;
    while (nanos - began < FetchDeadlines.STALL_NANOS) {
      nanos += TimeUnit.SECONDS.toNanos(5);
      inbox.meta(tunnel, meta(ID).build());
      inbox.tick();
      assertThat(sink.failure).isEmpty();
    }
    nanos += 1;
    inbox.tick();
    assertThat(sink.failure).contains("no byte from");
  }

  /**
   * Bytes that arrive while no reader waits are dropped. If they were acknowledged as held, the sender would never send them to a later
   * reader.
   */
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
  void anEndedShuffleLeavesNothing() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    sink.writable = false;
    chunk(ID, 0, 50_000, true);
    inbox.dropShuffle(KEY.shuffle());
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
